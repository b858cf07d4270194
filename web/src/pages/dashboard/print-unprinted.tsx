import type { SelectedShipments } from '@courierdesk/contract/shipment-selection';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useHasAccess } from '../../session/use-session.ts';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';
import { countText } from '@courierdesk/contract/count-text';
import { lazyNamed } from '../../ui/lazy-named.ts';

const PrintDialog = lazyNamed(async () => (await import('../../parts/printing/print-dialog.tsx')).PrintDialog);

/** Prints the labels that nobody has printed yet, without a way over their list. */
export function PrintUnprinted({ count }: { count: number }) {
  const may = useHasAccess(['BOOK_ORDERS']);
  const [shipments, open, close] = useLazyOpen<SelectedShipments['print'] | undefined>(undefined);
  const look = useMutation({
    mutationFn: async () => {
      // Most visits print nothing, so the first load does without the code.
      const { loadSelection } = await import('../../api/shipments.ts');
      return loadSelection({ matching: { todo: 'UNPRINTED', sort: 'booked', dir: 'asc' } });
    },
    onSuccess: ({ print }) => open(print),
    onError: showErrorToast,
  });
  if (!may) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPrinter size={14} aria-hidden />}
        loading={look.isPending}
        onClick={() => look.mutate()}
      >
        Print {countText(count, 'label')}
      </Button>
      <Suspense>
        {shipments && <PrintDialog shipmentIds={shipments.ids} skipped={shipments.skipped} onClose={close} />}
      </Suspense>
    </>
  );
}
