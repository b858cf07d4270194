import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';

/** Locks the shop's settings until the end of the transaction: two people who save at once do so one after the other. */
export async function lockSettings(trx: Db, shopId: string): Promise<void> {
  await trx
    .insertInto('shop_setting')
    .values({ shop_id: shopId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx.selectFrom('shop_setting').select('shop_id').where('shop_id', '=', shopId).forUpdate().execute();
}

/** Refuses changes to an older version: someone else saved since it was read. */
export function refuseOlder(revision: number, edited: number): void {
  if (revision !== edited)
    throw new AppError('conflict', 'Someone else just saved these settings. Your changes were not saved.');
}
