import { companies } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';

/** Sets how many bookings have an unknown outcome, and for how long, in `/metrics`. */
export async function countUncertainBookings({ db, metrics, clock }: Pick<Context, 'db' | 'metrics' | 'clock'>) {
  const rows = await acrossShops(db, (trx) =>
    trx
      .selectFrom('shipment')
      .select(({ fn }) => ['company', fn.countAll<number>().as('bookings'), fn.min('claimed_at').as('since')])
      .where('booking_state', '=', 'uncertain')
      .where('next_look_up_at', 'is not', null)
      .groupBy('company')
      .execute(),
  );
  for (const company of companies) {
    const row = rows.find((one) => one.company === company);
    metrics.uncertainBookings.set({ company }, row?.bookings ?? 0);
    metrics.oldestUncertainBooking.set({ company }, row ? (clock().getTime() - row.since.getTime()) / 1000 : 0);
  }
}
