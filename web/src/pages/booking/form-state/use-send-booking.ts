import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bookStoreOrder, bookStoreOrders } from '../../../api/booking.ts';
import { messageOf } from '../../../lib/failures.ts';
import { useOrderList } from '../../../lib/store-orders-search.ts';
import { showToast } from '../../../ui/toasts/toast.ts';
import { attemptAnswered, attemptKey, isUnanswered } from './booking-attempt.ts';
import { dropDraft } from './booking-draft.ts';
import type { BookingSubject } from './booking-subject.ts';
import type { OrderChange } from './order-change.ts';
import { mergedBody, type BookingBody } from './booking-values.ts';

/**
 * Sends bookings one at a time and opens the confirmation. If the person left the page, shows the result as a toast.
 */
export function useSendBooking({ order, merged }: Pick<BookingSubject, 'order' | 'merged'>) {
  const navigate = useNavigate();
  const list = useOrderList();
  const here = useRef(true);
  const underWay = useRef(false);
  const settled = useRef(false);
  const [since, setSince] = useState<number>();

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  /** `seenSums`: the sums of a merge that the person saw, if not those of the form. */
  const send = async (body: BookingBody, seenSums: OrderChange['sums']): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setSince(Date.now());
    try {
      const key = attemptKey(order.id, body);
      const reply = await (merged
        ? bookStoreOrders({ ...mergedBody(merged, body), ...seenSums }, key)
        : bookStoreOrder(body, key));
      attemptAnswered(order.id);
      dropDraft(order.id);
      settled.current = true;
      const certain = reply.booking_state === 'booked' || reply.booking_state === 'cancelling';
      if (certain) showToast(reply.message);
      else if (!here.current) showToast(`${order.order_name}: ${reply.message}`, { error: true });
      if (here.current)
        await navigate({
          to: '/dashboard/post-booking',
          search: { id: reply.data.id, list },
          replace: true,
        });
    } catch (error) {
      if (!isUnanswered(error)) attemptAnswered(order.id);
      if (!here.current) showToast(`${order.order_name} was not booked. ${messageOf(error)}`, { error: true });
      throw error;
    } finally {
      underWay.current = false;
      setSince(undefined);
    }
  };

  return {
    send,
    /** When the current request was sent. */
    sending: since,
    /** True while a booking is being sent and after it: leaving loses nothing. */
    isSentOrSending: useCallback(() => underWay.current || settled.current, []),
  };
}
