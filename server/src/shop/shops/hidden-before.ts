import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';

/** The store hides orders placed before this moment from us, as far as we know what the merchant allows. */
export async function hiddenBefore(
  trx: Db,
  { platform, clock }: Pick<Context, 'platform' | 'clock'>,
  shopId: string,
): Promise<Date> {
  const credential = await trx
    .selectFrom('shop_credential')
    .select('scopes')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return platform.hiddenBefore(credential?.scopes.split(',') ?? [], clock());
}
