import { exportOrders } from '@courierdesk/contract/exports';
import type { ShipmentsQuery } from '@courierdesk/contract/shipments';
import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../session/use-session.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/**
 * Export, for those who may, and the dialog that it opens for the filters of the orders page; `total`: how many they
 * find, when that is known.
 */
export function useExportTools(search: ShipmentsQuery, total: number | undefined) {
  const [open, setOpen] = useState(false);
  const tools = [{ label: 'Export', icon: IconFileExport, onClick: () => setOpen(true) }];
  return {
    tools: useMay(exportOrders.access) ? tools : [],
    dialog: (
      <Suspense>{open && <ExportDialog search={search} total={total} onClose={() => setOpen(false)} />}</Suspense>
    ),
  };
}
