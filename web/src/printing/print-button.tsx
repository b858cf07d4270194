import { printLabels } from '@courierdesk/contract/labels';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useHasAccess } from '../session/use-session.ts';

const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }));

/** Opens the print dialog for these parcels; `p` too. */
export function PrintButton({ shipmentIds, label }: { shipmentIds: readonly string[]; label: string }) {
  const [open, setOpen] = useState(false);
  const may = useHasAccess(printLabels.access);
  useKeys({ p: () => setOpen(true) }, may);
  if (!may) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{open && <PrintDialog shipmentIds={shipmentIds} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
