import { cancelBooking } from '@courierdesk/contract/shipments';
import { downloadCsv } from '@courierdesk/contract/exports';
import { printLabels } from '@courierdesk/contract/labels';
import { createLoadSheets } from '@courierdesk/contract/load-sheets';
import { maxSelected, type SelectedShipments } from '@courierdesk/contract/shipment-selection';
import { Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconChevronUp,
  IconClipboardList,
  IconFileExport,
  IconPrinter,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { startTask } from '../../../api/shipment-tasks.ts';
import { loadSelection, type Selection } from '../../../api/shipments.ts';
import { useKeys } from '../../../lib/keys.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { useHasAccess } from '../../../session/use-session.ts';
import { useHasUnappliedText } from '../../../ui/filters/unapplied-text.ts';
import { useLazyOpen } from '../../../ui/use-lazy-open.ts';
import { SelectedRowsBar } from '../../../ui/table/selected-rows-bar.tsx';
import { showErrorToast, showToast } from '../../../ui/toasts/toast.ts';
import { BulkCancelDialog } from './bulk-cancel-dialog.tsx';
import { LoadSheetsDialog } from './load-sheets-dialog.tsx';
import type { OrderSelection } from '../list/use-order-selection.ts';
import { formatCount } from '@courierdesk/contract/count-text';
import { lazyNamed } from '../../../ui/lazy-named.ts';

const ExportSelectionDialog = lazyNamed(
  async () => (await import('../../../parts/exporting/export-selection-dialog.tsx')).ExportSelectionDialog,
);
const PrintDialog = lazyNamed(async () => (await import('../../../parts/printing/print-dialog.tsx')).PrintDialog);

type Action = 'track' | 'print' | 'sheet' | 'export' | 'cancel';
type Offered = { action: Action; label: string; icon: Icon };

/** Actions on the selected parcels. One that succeeded ends the selection. */
export function SelectedShipmentsBar(props: {
  chosen: OrderSelection;
  /** A parcel is open beside the list, and has the keys. */
  isPanelOpen: boolean;
}) {
  const { chosen, isPanelOpen } = props;
  const phone = usePhone();
  const [dialog, openDialog, close] = useLazyOpen<{ action: Action; shipments: SelectedShipments } | undefined>(
    undefined,
  );
  const [exporting, openExport, closeExport] = useLazyOpen<{ selection: Selection; total: number } | undefined>(
    undefined,
  );
  const offered = useOffered();
  /** An export may contain all matching orders, without a limit. */
  const unavailable = (action: Action): boolean => chosen.tooMany && !(action === 'export' && chosen.all);

  const look = useMutation({
    mutationFn: async (action: Action) => {
      if (action === 'track') {
        showToast((await startTask('track', chosen.selection())).message);
        chosen.clear();
      } else openDialog({ action, shipments: await loadSelection(chosen.selection()) });
    },
    onError: showErrorToast,
  });
  const begin = (action: Action): void =>
    action === 'export' ? openExport({ selection: chosen.selection(), total: chosen.count }) : look.mutate(action);

  const canPrint = offered.some(({ action }) => action === 'print') && !unavailable('print') && !look.isPending;
  const isSteady = !useHasUnappliedText() && !chosen.isPlaceholder;
  useKeys({ p: () => begin('print') }, canPrint && chosen.count > 0 && isSteady && !isPanelOpen);

  return (
    <>
      {chosen.count > 0 && (
        <SelectedRowsBar
          label="Selected orders"
          selection={chosen}
          warning={chosen.tooMany ? `Maximum ${formatCount(maxSelected)} at once. Add a filter.` : undefined}
        >
          {phone ? (
            <Menu position="top-end">
              <Menu.Target>
                <Button
                  rightSection={<IconChevronUp size={16} />}
                  loading={look.isPending}
                  disabled={offered.every(({ action }) => unavailable(action))}
                >
                  Actions
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {offered.map(({ action, label, icon: ActionIcon }) => (
                  <Menu.Item
                    key={action}
                    {...(action === 'cancel' && { color: 'red' })}
                    leftSection={<ActionIcon size={16} />}
                    disabled={unavailable(action)}
                    onClick={() => begin(action)}
                  >
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : (
            offered.map(({ action, label, icon: ActionIcon }) => (
              <Button
                key={action}
                variant={action === 'cancel' ? 'outline' : 'default'}
                {...(action === 'cancel' && { color: 'red' })}
                leftSection={<ActionIcon size={16} />}
                loading={look.isPending && look.variables === action}
                disabled={unavailable(action)}
                onClick={() => begin(action)}
              >
                {label}
              </Button>
            ))
          )}
        </SelectedRowsBar>
      )}
      {dialog?.action === 'cancel' && (
        <BulkCancelDialog
          shipments={dialog.shipments}
          isShown={chosen.isShown}
          onClose={close}
          onBegun={chosen.clear}
        />
      )}
      {dialog?.action === 'sheet' && (
        <LoadSheetsDialog shipments={dialog.shipments} isShown={chosen.isShown} onClose={close} onMade={chosen.clear} />
      )}
      <Suspense>
        {dialog?.action === 'print' && (
          <PrintDialog
            shipmentIds={dialog.shipments.print.ids}
            skipped={dialog.shipments.print.skipped}
            onPrinted={chosen.clear}
            onClose={close}
          />
        )}
        {exporting && <ExportSelectionDialog {...exporting} onSaved={chosen.clear} onClose={closeExport} />}
      </Suspense>
    </>
  );
}

/** The same permissions as for one parcel. */
function useOffered(): Offered[] {
  const canTrack = useHasAccess(['WRITE_ORDERS']);
  const canPrint = useHasAccess(printLabels.access);
  const canHandOver = useHasAccess(createLoadSheets.access);
  const canExport = useHasAccess(downloadCsv.access);
  const canCancel = useHasAccess(cancelBooking.access);
  const offered: (Offered | false)[] = [
    canTrack && { action: 'track', label: 'Check now', icon: IconRefresh },
    canPrint && { action: 'print', label: 'Print', icon: IconPrinter },
    canHandOver && { action: 'sheet', label: 'Load sheet', icon: IconClipboardList },
    canExport && { action: 'export', label: 'Export', icon: IconFileExport },
    canCancel && { action: 'cancel', label: 'Cancel bookings', icon: IconBan },
  ];
  return offered.filter((one) => one !== false);
}
