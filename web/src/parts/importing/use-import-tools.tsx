import { importOrders } from '@courierdesk/contract/imports';
import { IconFileImport, IconPackageExport } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useHasAccess } from '../../session/use-session.ts';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';

const ImportDialog = lazyNamed(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** The Import and Bulk Fulfillment buttons, for people with permission, and their dialog. */
export function useImportTools() {
  const [about, open, close] = useLazyOpen<'payments' | 'fulfilment' | undefined>(undefined);
  const tools = [
    { label: 'Import', icon: IconFileImport, onClick: () => open('payments') },
    { label: 'Bulk Fulfillment', icon: IconPackageExport, onClick: () => open('fulfilment') },
  ];
  return {
    tools: useHasAccess(importOrders.access) ? tools : [],
    dialog: <Suspense>{about && <ImportDialog about={about} onClose={close} />}</Suspense>,
  };
}
