import type { SelectedShipments } from '@courierdesk/contract/shipment-selection';
import { Button } from '@mantine/core';
import { startTask } from '../../../api/shipment-tasks.ts';
import { shipmentsChanged } from '../../../api/shipments.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';
import { NamedParcels } from '../../../parts/shipments/named-parcels.tsx';
import { SkippedParcels } from '../../../parts/shipments/skipped-parcels.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import styles from '../../../ui/dialogs/dialog.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

/** Says which bookings it will cancel, and what that does: it cannot be undone. */
export function BulkCancelDialog(props: {
  shipments: SelectedShipments;
  isShown: (id: string) => boolean;
  onClose: () => void;
  onBegun: () => void;
}) {
  const { cancel, ids, named } = props.shipments;
  const cancelled = new Set(cancel.ids);
  const atCourier = cancel.parcels - cancel.store_only - cancel.elsewhere;
  if (cancel.parcels === 0) return <NothingToCancel {...props} />;
  return (
    <Confirm
      opened
      onClose={props.onClose}
      title={`Cancel ${countText(cancel.parcels, 'booking')}?`}
      confirmLabel={`Cancel ${countText(cancel.parcels, 'booking')}`}
      keepLabel="Keep them"
      danger
      onConfirm={async () => {
        const { message } = await startTask('cancel', { ids });
        showToast(message);
        props.onBegun();
        void shipmentsChanged();
      }}
    >
      <>
        <NamedParcels
          label="Bookings to cancel"
          parcels={named.filter(({ id }) => cancelled.has(id))}
          total={cancel.parcels}
          isShown={props.isShown}
        />
        <ul>
          {atCourier > 0 && (
            <li>
              <strong>{countText(atCourier, 'booking')}</strong>: we ask the courier to cancel, then unfulfil the order
              in the store. If a courier refuses, that booking does not change.
            </li>
          )}
          {cancel.on_their_way > 0 && (
            <li>
              <strong>{formatCount(cancel.on_their_way)}</strong> of them {cancel.on_their_way === 1 ? 'is' : 'are'}{' '}
              already on the way, so the courier may refuse.
            </li>
          )}
          {cancel.store_only > 0 && (
            <li>
              <strong>{formatCount(cancel.store_only)} with M&amp;P</strong>: we can cancel only in the store, and{' '}
              {cancel.store_only === 1
                ? 'M&P keeps the number. Void it in the M&P portal, or do not hand over the parcel.'
                : 'M&P keeps the numbers. Void them in the M&P portal, or do not hand over the parcels.'}
            </li>
          )}
          {cancel.elsewhere > 0 && (
            <li>
              <strong>{formatCount(cancel.elsewhere)} with couriers that are not connected here</strong>: we cancel only
              in the store. Cancel with the courier yourself.
            </li>
          )}
          <li>You can book the orders again. You can’t undo this.</li>
        </ul>
        <PrintedAlready printed={cancel.printed} onLoadSheet={cancel.on_load_sheet} />
        <SkippedParcels skipped={cancel.skipped} />
        <p>This runs in the background. Each booking shows its result.</p>
      </>
    </Confirm>
  );
}

function PrintedAlready({ printed, onLoadSheet }: { printed: number; onLoadSheet: number }) {
  if (printed === 0 && onLoadSheet === 0) return null;
  return (
    <Notice tone="warning">
      {printed > 0 && `${countText(printed, 'label is', 'labels are')} already printed. `}
      {onLoadSheet > 0 && `${countText(onLoadSheet, 'parcel is', 'parcels are')} on a load sheet. `}
      Do not hand these parcels over.
    </Notice>
  );
}

const NothingToCancel = ({ shipments, onClose }: { shipments: SelectedShipments; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="None of these bookings can be cancelled">
    <div className={styles.text}>
      <SkippedParcels skipped={shipments.cancel.skipped} />
    </div>
    <div className="dialog-buttons">
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </div>
  </Dialog>
);
