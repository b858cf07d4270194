import { exportOrders } from '@courierdesk/contract/exports';
import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHasAccess } from '../session/use-session.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/**
 * The Export button, for people with permission, and its dialog for the filters of the orders page. `total` is the
 * number of matching orders, if known.
 */
export function useExportTools(search: ShipmentsQuery, total: number | undefined) {
  const [open, setOpen] = useState(false);
  const tools = [{ label: 'Export', icon: IconFileExport, onClick: () => setOpen(true) }];
  return {
    tools: useHasAccess(exportOrders.access) ? tools : [],
    dialog: (
      <Suspense>{open && <ExportDialog search={search} total={total} onClose={() => setOpen(false)} />}</Suspense>
    ),
  };
}
