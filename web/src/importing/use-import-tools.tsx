import { importOrders } from '@courierdesk/contract/imports';
import { IconFileImport, IconPackageExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHasAccess } from '../session/use-session.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** The Import and Bulk Fulfillment buttons, for people with permission, and their dialog. */
export function useImportTools() {
  const [about, setAbout] = useState<'payments' | 'fulfilment'>();
  const tools = [
    { label: 'Import', icon: IconFileImport, onClick: () => setAbout('payments') },
    { label: 'Bulk Fulfillment', icon: IconPackageExport, onClick: () => setAbout('fulfilment') },
  ];
  return {
    tools: useHasAccess(importOrders.access) ? tools : [],
    dialog: <Suspense>{about && <ImportDialog about={about} onClose={() => setAbout(undefined)} />}</Suspense>,
  };
}
