import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { useEffect, useRef } from 'react';
import { fetchBookingResult } from '../../api/attention.ts';
import { showToast } from '../../ui/toasts/toast.ts';

/** Shows the result of an uncertain booking when its case leaves the page automatically. */
export function useSettledCases(page: number, items: readonly AttentionItem[] | undefined): void {
  const last = useRef<{ page: number; uncertain: readonly AttentionItem[] }>({ page, uncertain: [] });
  useEffect(() => {
    if (!items) return;
    const gone = last.current.page === page ? last.current.uncertain.filter((item) => !isIn(items, item)) : [];
    last.current = { page, uncertain: items.filter((item) => item.booking_state === 'uncertain') };
    for (const item of gone) void announce(item);
  }, [page, items]);
}

const isIn = (items: readonly AttentionItem[], item: AttentionItem): boolean =>
  items.some((one) => one.shipment_id === item.shipment_id && one.kind === item.kind);

async function announce(item: AttentionItem): Promise<void> {
  if (decided.delete(item.shipment_id)) return;
  // The list is correct even without this answer; only the message is missing.
  const booking = await fetchBookingResult(item.shipment_id).catch(() => undefined);
  if (booking?.booking_state === 'booked') showToast(`${item.order_name} is booked: ${booking.trackingNumber ?? ''}`);
  if (booking?.booking_state === 'rejected') showToast(`${item.order_name} was not booked. You can book it again.`);
  if (booking?.booking_state === 'released') {
    const courier = courierName(item.company);
    showToast(`${item.order_name} was not booked. You can book it again. We keep checking ${courier} for 48 hours.`);
  }
}

const decided = new Set<string>();

/** Marks a case as decided on this page: the reply to the decision already shows the result. */
export function markDecidedHere(item: AttentionItem, settles: boolean): void {
  if (settles) decided.add(item.shipment_id);
  else decided.delete(item.shipment_id);
}
