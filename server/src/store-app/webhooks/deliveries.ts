import { sql, type Selectable } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { WebhookInbox } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { storeIsOpen } from '../../shop/shops/closed-stores.ts';

export type Delivery = Selectable<WebhookInbox>;

const maxDeliveries = 100;

/** Besides those about orders, these can be processed only with the store's answer. */
const topicsThatNeedStore = ['shop/update', 'app_subscriptions/update'];

export const needsStore = ({ platform_order_id: orderId, topic }: Delivery): boolean =>
  orderId !== null || topicsThatNeedStore.includes(topic);

const withoutStore = sql<boolean>`(platform_order_id is null and topic <> all(${topicsThatNeedStore}))`;

/** What needs the store waits until it opens. */
const canBeProcessed = (shopId?: string) => sql<boolean>`(${withoutStore} or ${storeIsOpen('webhook_inbox', shopId)})`;

/** The first due deliveries of a shop, in the order in which they came. */
export function dueDeliveries(
  { db, clock }: Context,
  shopId: string,
  { storeResponds }: { readonly storeResponds: boolean },
): Promise<Delivery[]> {
  return withShop(db, shopId, (trx) =>
    trx
      .selectFrom('webhook_inbox')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('processed_at', 'is', null)
      .where('next_at', '<=', clock())
      .where(storeResponds ? canBeProcessed(shopId) : withoutStore)
      .orderBy('id')
      .limit(maxDeliveries)
      .execute(),
  );
}

/** When the next delivery of a shop is due. */
export async function nextDue({ db }: Context, shopId: string): Promise<Date | undefined> {
  const row = await withShop(db, shopId, (trx) =>
    trx
      .selectFrom('webhook_inbox')
      .select(({ fn }) => fn.min('next_at').as('at'))
      .where('shop_id', '=', shopId)
      .where('processed_at', 'is', null)
      .where(canBeProcessed(shopId))
      .executeTakeFirst(),
  );
  return row?.at ?? undefined;
}

export async function shopsWithDeliveries(trx: Db): Promise<(Job & { readonly at: Date })[]> {
  const rows = await trx
    .selectFrom('webhook_inbox')
    .select(({ fn }) => ['shop_id as shopId', fn.min('next_at').as('at')])
    .where('processed_at', 'is', null)
    .where(canBeProcessed())
    .groupBy('shop_id')
    .execute();
  return rows.flatMap(({ shopId, at }) => (at ? [{ shopId, at }] : []));
}

export async function updateDeliveries(
  { db }: Context,
  shopId: string,
  deliveries: readonly Delivery[],
  values: { processed_at?: Date; next_at?: Date; tries?: number; error: string },
): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await withShop(db, shopId, (trx) =>
    trx.updateTable('webhook_inbox').set(values).where('shop_id', '=', shopId).where('id', '=', anyOf(ids)).execute(),
  );
}
