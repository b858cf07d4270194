import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { PageTools } from '../../ui/page-tools.tsx';
import { useImportTools } from './use-import-tools.tsx';

/** The Import and Bulk Fulfillment buttons, in a menu on phones. */
export function ImportButtons() {
  const { tools, dialog } = useImportTools();
  return (
    <>
      <PageTools
        tools={tools}
        target={
          <Button variant="default" leftSection={<IconFileImport size={16} />}>
            Import
          </Button>
        }
      />
      {dialog}
    </>
  );
}
