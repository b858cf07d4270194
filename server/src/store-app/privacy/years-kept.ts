import type { Db } from '../../base/db/client.ts';

/** For how many years after its end a parcel keeps its customer's data; null: for ever. */
export async function yearsKept(trx: Db, shopId: string): Promise<number | null> {
  const setting = await trx
    .selectFrom('shop_setting')
    .select('keep_customers_years')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return setting?.keep_customers_years ?? null;
}
