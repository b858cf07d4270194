import type { Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { SubscriptionRequest } from '../../base/db/schema.ts';

type RequestRow = Selectable<SubscriptionRequest>;

/** More requests than anyone makes; older open ones no longer matter. */
const maxOpen = 50;

/** Requests without an outcome, newest first. */
export function openRequests(trx: Db, shopId: string): Promise<RequestRow[]> {
  return trx
    .selectFrom('subscription_request')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(maxOpen)
    .execute();
}

export function requestOfSubscription(trx: Db, shopId: string, planId: string): Promise<RequestRow | undefined> {
  return trx
    .selectFrom('subscription_request')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('plan_id', '=', planId)
    .executeTakeFirst();
}

export function requestOfToken(trx: Db, shopId: string, hash: Buffer): Promise<RequestRow | undefined> {
  return trx
    .selectFrom('subscription_request')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function settleRequest(
  trx: Db,
  request: RequestRow,
  state: 'approved' | 'declined' | 'expired' | 'cancelled',
  now: Date,
): Promise<void> {
  await trx
    .updateTable('subscription_request')
    .set({ state, settled_at: now })
    .where('shop_id', '=', request.shop_id)
    .where('id', '=', request.id)
    .execute();
}
