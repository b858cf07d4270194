import { courierName } from '@courierdesk/contract/companies';
import { cancelBooking, type AttentionItem } from '@courierdesk/contract/shipments';
import { Button, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelShipment } from '../../api/shipments.ts';
import { missingRight } from '../../lib/missing-right.ts';
import { useMay } from '../../session/use-session.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { PrintedPapers } from '../../printing/printed-papers.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** Cancels the booking, and when that is certain goes on to booking the order with what the store says now. */
export function CancelAndRebook({ item }: { item: AttentionItem }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const mayCancel = useMay(cancelBooking.access);
  const { tracking_number: number } = item;
  if (!number) return null;
  const courier = courierName(item.company);
  const run = async (): Promise<void> => {
    const reply = await cancelShipment(number);
    showToast(reply.message);
    const [order, ...others] = item.store_order_ids;
    if (reply.booked_packet_status !== 'CANCELLED' || !order) return;
    if (others.length === 0) await navigate({ to: '/dashboard/order/book', search: { id: order } });
    else await navigate({ to: '/dashboard/merge-orders', search: { 'ids[]': item.store_order_ids } });
  };
  return (
    <>
      <Tooltip label={missingRight(cancelBooking.access)} disabled={mayCancel}>
        <Button
          aria-disabled={!mayCancel}
          data-disabled={!mayCancel || undefined}
          onClick={() => mayCancel && setOpened(true)}
        >
          Cancel and book again
        </Button>
      </Tooltip>
      <Confirm
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Cancel ${number} and book ${item.order_name} again?`}
        confirmLabel="Cancel booking"
        keepLabel="Keep booking"
        danger
        onConfirm={run}
      >
        {item.company === 'MNP' ? (
          <p>
            The order is unfulfilled in the store and the booking page opens. M&amp;P cannot be asked to cancel and
            still holds <strong>{number}</strong>: void it in the M&amp;P portal first, or keep the parcel back.
          </p>
        ) : (
          <p>
            {courier} is asked to cancel <strong>{number}</strong> and the order is unfulfilled in the store. Then the
            booking page opens with what the store says now. If {courier} refuses, nothing changes.
          </p>
        )}
        <PrintedPapers papers={item.papers} />
      </Confirm>
    </>
  );
}
