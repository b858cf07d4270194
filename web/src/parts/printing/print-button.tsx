import { printLabels } from '@courierdesk/contract/labels';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';

const PrintDialog = lazyNamed(async () => (await import('./print-dialog.tsx')).PrintDialog);

/** Opens the print dialog for these parcels; `p` too. */
export function PrintButton({ shipmentIds, label }: { shipmentIds: readonly string[]; label: string }) {
  const [opened, open, close] = useLazyOpen(false);
  const may = useHasAccess(printLabels.access);
  useKeys({ p: () => open(true) }, may);
  if (!may) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        rightSection={<KeyHint name="p" />}
        onClick={() => open(true)}
      >
        {label}
      </Button>
      <Suspense>{opened && <PrintDialog shipmentIds={shipmentIds} onClose={close} />}</Suspense>
    </>
  );
}
