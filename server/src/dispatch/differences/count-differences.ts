import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

/** An open case in Needs attention is about the same thing as the difference `d`. */
export const hasOpenCase = (shopId: string) => sql<boolean>`exists (
  select from attention a
  where a.shop_id = ${shopId} and a.shipment_id = d.shipment_id and a.closed_at is null and a.kind = any(d.case_kinds)
)`;

/** Open differences that Needs attention does not show, and since when the oldest. */
export async function countDifferences(trx: Db, shopId: string): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldest } = await trx
    .selectFrom('difference as d')
    .select((eb) => [eb.fn.countAll<number>().as('count'), sql<Date | null>`min(d.first_seen_at)`.as('oldest')])
    .where('d.shop_id', '=', shopId)
    .where('d.state', '=', 'open')
    .where(sql<boolean>`not ${hasOpenCase(shopId)}`)
    .executeTakeFirstOrThrow();
  return { count, oldestAt: oldest };
}
