import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { credentialPlace } from './platform-access.ts';

/** Encrypts store tokens again that use the previous APP_SECRET, so that it can be removed. */
export async function resealStoreCredentials(context: Context): Promise<void> {
  const rows = await acrossShops(context.db, (trx) =>
    trx.selectFrom('shop_credential').select(['shop_id', 'access_token', 'refresh_token']).execute(),
  );
  for (const row of rows) {
    if (!context.vault.isStale(row.access_token)) continue;
    const place = credentialPlace(row.shop_id);
    const again = (sealed: Buffer): Buffer => context.vault.seal(context.vault.open(sealed, place), place);
    await acrossShops(context.db, (trx) =>
      trx
        .updateTable('shop_credential')
        .set({
          access_token: again(row.access_token),
          refresh_token: row.refresh_token && again(row.refresh_token),
        })
        .where('shop_id', '=', row.shop_id)
        .where('access_token', '=', row.access_token)
        .execute(),
    );
  }
}
