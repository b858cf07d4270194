import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { openCase } from '../../shipments/record/cases.ts';
import type { TrackedRow } from '../../shipments/record/shipment-row.ts';

/** A courier may need a while until it shows a new parcel. */
const maxWaitMs = 2 * 3_600_000;

/** A number that a person gave, and that its courier does not know after the first checks, opens a case: it may be misspelled. */
export async function openUnknownNumbers(
  trx: Db,
  shopId: string,
  notFound: readonly TrackedRow[],
  now: Date,
): Promise<void> {
  const candidates = notFound.filter(
    (row) =>
      row.booking_state === 'booked' &&
      row.status === 'FULFILLED' &&
      row.last_courier_update_at === null &&
      now.getTime() - row.created_at.getTime() >= maxWaitMs,
  );
  if (candidates.length === 0) return;
  const given = await trx
    .selectFrom('shipment as s')
    .select(['s.id', 's.shop_id'])
    .where('s.shop_id', '=', shopId)
    .where('s.id', '=', anyOf(candidates.map(({ id }) => id)))
    .where('s.origin', '=', 'imported')
    // Open already, or a person has seen it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attention as a')
            .select('a.id')
            .whereRef('a.shop_id', '=', 's.shop_id')
            .whereRef('a.shipment_id', '=', 's.id')
            .where('a.kind', '=', 'unknown-number'),
        ),
      ),
    )
    .execute();
  for (const row of given) await openCase(trx, row, 'unknown-number', now);
}
