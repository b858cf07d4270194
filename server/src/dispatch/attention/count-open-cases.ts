import type { AttentionGroup } from '@courierdesk/contract/attention';
import { sql } from 'kysely';
import type { Config } from '../../base/config.ts';
import type { Db } from '../../base/db/client.ts';
import { lookUpDelaysMs } from '../booking/look-up-schedule.ts';
import { cancelTriesOfADay } from '../cancelling/record-cancel.ts';

export type OpenCases = { readonly to_decide: number; readonly resolving: number };

type LookUps = Pick<Config, 'lookUpSeconds'>;

/**
 * True for an open case that we expect to close automatically: a booking with scheduled look-ups left (later look-ups at TCS
 * do not count, because they prove nothing), a cancel that we have retried for less than a day, and a store update that we
 * retry. For a query with the case as `a` and its shipment as `s`.
 */
export const resolvesItself = (config: LookUps, shopId: string) => sql<boolean>`(
  (a.kind = 'uncertain' and s.booking_state = 'uncertain' and s.next_look_up_at is not null
    and s.look_ups < ${lookUpDelaysMs(config).length}::int)
  or (a.kind = 'cancel-unclear' and s.booking_state = 'cancelling' and s.cancel_tries < ${cancelTriesOfADay}::int)
  or (a.kind = 'store-update-failed' and exists (
    select from desired_store_state as w
    where w.shop_id = ${shopId} and w.shipment_id = s.id and w.state = 'due'
  ) and not exists (
    select from desired_store_state as w
    where w.shop_id = ${shopId} and w.shipment_id = s.id and w.state in ('failed', 'conflict')
  ))
)`;

/** The group of a case (`a`). */
export const groupOfCase = sql<AttentionGroup>`case
  when a.kind in ('uncertain', 'two-consignments', 'late-consignment') then 'bookings'
  when a.kind in ('store-update-failed', 'store-conflict') then 'store-updates'
  else 'others' end`;

/** Counts the open cases of a shop, with and without a decision to make. */
export async function countOpenCases(
  trx: Db,
  config: LookUps,
  shopId: string,
  about?: AttentionGroup,
): Promise<OpenCases> {
  const { total, resolving } = await trx
    .selectFrom('attention as a')
    .innerJoin('shipment as s', (join) => join.onRef('s.shop_id', '=', 'a.shop_id').onRef('s.id', '=', 'a.shipment_id'))
    .select(sql<number>`count(*)`.as('total'))
    .select(sql<number>`count(*) filter (where ${resolvesItself(config, shopId)})`.as('resolving'))
    .where('a.shop_id', '=', shopId)
    .where('a.closed_at', 'is', null)
    .$if(about !== undefined, (cases) => cases.where(sql<boolean>`${groupOfCase} = ${about}`))
    .executeTakeFirstOrThrow();
  return { to_decide: total - resolving, resolving };
}
