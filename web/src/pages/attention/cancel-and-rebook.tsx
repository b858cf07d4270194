import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { cancelBooking } from '@courierdesk/contract/shipments';
import { Button, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelShipment } from '../../api/shipments.ts';
import { useIsHere } from '../../lib/use-is-here.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { PrintedPapers } from '../../parts/printing/printed-papers.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** Cancels the booking. Once the cancellation is certain, opens the booking form with the store's current values. */
export function CancelAndRebook({ item }: { item: AttentionItem }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const canCancel = useHasAccess(cancelBooking.access);
  const { tracking_number: number } = item;
  if (!number) return null;
  const courier = courierName(item.company);
  const run = async (): Promise<void> => {
    const reply = await cancelShipment({ id: item.shipment_id, number });
    showToast(reply.message);
    const [order, ...others] = item.store_order_ids;
    if (reply.booked_packet_status !== 'CANCELLED' || !order || !isHere()) return;
    if (others.length === 0) await navigate({ to: '/dashboard/order/book', search: { id: order } });
    else await navigate({ to: '/dashboard/merge-orders', search: { 'ids[]': item.store_order_ids } });
  };
  return (
    <>
      <Tooltip label={missingPermission(cancelBooking.access)} disabled={canCancel}>
        <Button
          aria-disabled={!canCancel}
          {...(!canCancel && { 'data-disabled': true })}
          onClick={() => canCancel && setOpened(true)}
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
            We unfulfil the order in the store and open the booking page. M&amp;P does not take cancellations from us
            and keeps <strong>{number}</strong>: void it in the M&amp;P portal first, or do not hand over the parcel.
          </p>
        ) : (
          <p>
            We ask {courier} to cancel <strong>{number}</strong> and unfulfil the order in the store. Then we open the
            booking page with the store’s current values. If {courier} refuses, nothing changes.
          </p>
        )}
        <PrintedPapers papers={item.papers} />
      </Confirm>
    </>
  );
}
