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
  await withShop(db, shopId, (trx) =>
    sql`
      insert into courier_call (shop_id, account_id, id, running, lease_until)
      select shop_id, id, 'busy-' || n, true, now() + interval '1 minute'
      from courier_account, generate_series(1, parallel_calls) n
      where shop_id = ${shopId} and id = ${accountId}`.execute(trx),
  );
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
