import type { SelectedShipments } from '@courierdesk/contract/shipment-selection';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHasAccess } from '../../session/use-session.ts';
import { showErrorToast } from '../../ui/toasts/toast.ts';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';

const PrintDialog = lazy(async () => ({
  default: (await import('../../parts/printing/print-dialog.tsx')).PrintDialog,
}));

/** Prints the labels that nobody has printed yet, without a way over their list. */
export function PrintUnprinted({ count }: { count: number }) {
  const may = useHasAccess(['BOOK_ORDERS']);
  const [isLooking, setIsLooking] = useState(false);
  const [shipments, open, close] = useLazyOpen<SelectedShipments['print'] | undefined>(undefined);
  if (!may) return null;
  const look = async (): Promise<void> => {
    setIsLooking(true);
    try {
      // Most visits print nothing, so the first load does without the code.
      const { loadSelection } = await import('../../api/shipments.ts');
      open((await loadSelection({ matching: { todo: 'UNPRINTED', sort: 'booked', dir: 'asc' } })).print);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setIsLooking(false);
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPrinter size={14} aria-hidden />}
        loading={isLooking}
        onClick={() => void look()}
      >
        {count === 1 ? 'Print 1 label' : `Print ${count.toLocaleString('en-US')} labels`}
      </Button>
      <Suspense>
        {shipments && <PrintDialog shipmentIds={shipments.ids} passedOver={shipments.passed_over} onClose={close} />}
      </Suspense>
    </>
  );
}
