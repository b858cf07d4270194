import { exportOrders } from '@courierdesk/contract/exports';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { IconFileExport } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useHasAccess } from '../../session/use-session.ts';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';

const ExportDialog = lazyNamed(async () => (await import('./export-dialog.tsx')).ExportDialog);

/**
 * The Export button, for people with permission, and its dialog for the filters of the orders page. `total` is the
 * number of matching orders, if known.
 */
export function useExportTools(search: ShipmentsQuery, total: number | undefined) {
  const [opened, open, close] = useLazyOpen(false);
  const tools = [{ label: 'Export', icon: IconFileExport, onClick: () => open(true) }];
  return {
    tools: useHasAccess(exportOrders.access) ? tools : [],
    dialog: <Suspense>{opened && <ExportDialog search={search} total={total} onClose={close} />}</Suspense>,
  };
}
