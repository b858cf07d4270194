import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { openSecret, secretOwner } from './check-code.ts';

/** Encrypts secrets again that were encrypted with APP_SECRET_PREVIOUS, so that it can be removed. */
export async function resealTwoFactorSecrets(context: Context): Promise<void> {
  const rows = await acrossShops(context.db, (trx) =>
    trx.selectFrom('two_factor').select(['shop_id', 'user_id', 'secret']).execute(),
  );
  for (const { shop_id, user_id, secret } of rows) {
    if (!context.vault.isStale(secret)) continue;
    const opened = openSecret(context, { shopId: shop_id, userId: user_id }, secret);
    await acrossShops(context.db, (trx) =>
      trx
        .updateTable('two_factor')
        .set({ secret: context.vault.seal(opened, secretOwner(user_id)) })
        .where('shop_id', '=', shop_id)
        .where('user_id', '=', user_id)
        .where('secret', '=', secret)
        .execute(),
    );
  }
}
