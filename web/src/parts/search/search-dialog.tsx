import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { startTransition, Suspense, useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { SearchShell, SearchStart, SearchTool } from './search-item.ts';
import { SearchPanel } from './search-panel.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';

const ImportDialog = lazyNamed(async () => (await import('../importing/import-dialog.tsx')).ImportDialog);
const ExportDialog = lazyNamed(async () => (await import('../exporting/export-dialog.tsx')).ExportDialog);

/** Finds everything: parcels, orders, customers, pages, docs and actions. */
export function SearchDialog({
  shell,
  start,
  onClose,
}: {
  shell: SearchShell;
  start: SearchStart;
  onClose: () => void;
}) {
  const phone = usePhone();
  const [tool, setTool] = useState<SearchTool>();
  // The search stays open until the dialog is loaded, and Esc closes it as before.
  const openTool = (next: SearchTool): void => startTransition(() => setTool(next));
  return (
    <Suspense>
      {tool ? (
        <ToolDialog tool={tool} onClose={onClose} />
      ) : (
        <Dialog
          opened
          onClose={onClose}
          withCloseButton={false}
          padding={0}
          size="lg"
          yOffset="10vh"
          centered={false}
          fullScreen={phone}
          attributes={{ content: { 'aria-label': 'Search' } }}
        >
          <SearchPanel shell={shell} start={start} onClose={onClose} onTool={openTool} />
        </Dialog>
      )}
    </Suspense>
  );
}

function ToolDialog({ tool, onClose }: { tool: SearchTool; onClose: () => void }) {
  switch (tool) {
    case 'export':
      return <ExportDialog search={ShipmentsQuery.parse({})} total={undefined} onClose={onClose} />;
    case 'payments':
    case 'fulfilment':
      return <ImportDialog about={tool} onClose={onClose} />;
  }
}
