import type { Company } from '@courierdesk/contract/companies';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';

/** An answer may come this long after the courier's own time-out. */
const leaseSlackMs = 30_000;

/** What a shipment bears while its courier is being asked. Committed before a byte leaves us. */
export const askingFrom = (context: Pick<Context, 'couriers'>, company: Company, now: Date) => ({
  booking_state: 'asking',
  attempt_id: newId(now),
  asked_at: now,
  lease_until: new Date(now.getTime() + context.couriers[company].abilities.timeoutMs + leaseSlackMs),
});
