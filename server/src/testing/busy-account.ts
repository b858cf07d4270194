import { sql } from 'kysely';
import { withShop } from '../base/db/tenancy.ts';
import type { BookableShop } from './bookable-shop.ts';
import type { TestServer } from './test-server.ts';

/** Takes all parallel calls of a courier account, so that others wait. Returns how to end these calls. */
export async function aBusyAccount(
  { context: { db } }: TestServer,
  { shopId }: BookableShop,
  accountId: string,
): Promise<() => Promise<unknown>> {
  await withShop(db, shopId, async (trx) => {
    const { parallel_calls: calls } = await trx
      .selectFrom('courier_account')
      .select('parallel_calls')
      .where('shop_id', '=', shopId)
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const lease = sql<Date>`now() + interval '1 minute'`;
    const busy = Array.from({ length: calls }, (_, n) => ({ id: `busy-${n}`, running: true, lease_until: lease }));
    await trx
      .insertInto('courier_call')
      .values(busy.map((call) => ({ shop_id: shopId, account_id: accountId, ...call })))
      .execute();
  });
  return () =>
    withShop(db, shopId, (trx) =>
      trx
        .deleteFrom('courier_call')
        .where('shop_id', '=', shopId)
        .where('account_id', '=', accountId)
        .where('id', 'like', 'busy-%')
        .execute(),
    );
}
