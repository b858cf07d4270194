import { useEffect, useState } from 'react';
import { currentAddress, isInterrupted } from '../../../lib/interrupted-work.ts';
import { dropDraft, writeDraft, type BookingDraft } from './booking-draft.ts';

/** Stores what the person has typed, and drops it when they leave the form. */
export function useBookingDraft(
  orderId: string,
  { values, base, version }: BookingDraft,
  options: { isTouched: boolean; isSentOrSending: () => boolean },
): void {
  const { isTouched, isSentOrSending } = options;
  const [address] = useState(currentAddress);
  useEffect(() => {
    if (isTouched) writeDraft(orderId, { values, base, version });
    else dropDraft(orderId);
  }, [orderId, values, base, version, isTouched]);
  useEffect(
    () => () => {
      if (!isSentOrSending() && !isInterrupted(address)) dropDraft(orderId);
    },
    [orderId, address, isSentOrSending],
  );
}
