import { Issue } from '@courierdesk/contract/issues';
import { useState } from 'react';
import * as z from 'zod';
import { hasCode } from '../../../lib/failures.ts';
import type { BookingSubject } from './booking-subject.ts';
import type { BookingValues } from './booking-values.ts';
import type { RefusedCod } from './issues-to-confirm.ts';

/** Nothing of the order can be booked now. */
const takenCodes = ['order-already-booked', 'order-already-fulfilled', 'nothing-to-ship'] as const;

/** What the form knows from the server's refusals to book. */
export function useRefusedBooking(subject: BookingSubject) {
  const [cod, setCod] = useState<RefusedCod>();
  const [isTaken, setTaken] = useState(false);
  const readAgain = (): void => void subject.refresh().catch(() => undefined);

  const read = (error: unknown, values: BookingValues): void => {
    const cameBack = hasCode(error, 'order-already-booked') && error.detail?.['returned'] === true;
    // Something new about the order: the refreshed page asks.
    if (cameBack || hasCode(error, 'order-not-confirmed') || hasCode(error, 'order-not-voided')) readAgain();
    else if (hasCode(error, 'cod-unconfirmed'))
      setCod({
        cod: values.cod_amount,
        account: values.tracking_account,
        issues: z.array(Issue).parse(error.detail?.['issues']),
      });
    else if (takenCodes.some((code) => hasCode(error, code))) {
      setTaken(true);
      // For several orders, the refreshed page names the order and offers to leave it out.
      if (subject.merged) readAgain();
    }
  };
  return { cod, isTaken, read };
}
