import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { accountFrom, pushSecretOwner, secretsOf, accountSecretOwner, type AccountRow } from './load-account.ts';

/** Encrypts credentials again that were encrypted with APP_SECRET_PREVIOUS, so that it can be removed. */
export async function resealAccountSecrets(context: Context): Promise<void> {
  const rows = await acrossShops(context.db, (trx) => trx.selectFrom('courier_account').selectAll().execute());
  for (const row of rows) {
    const account = accountFrom(row);
    await resealPushSecret(context, account);
    if (!context.vault.isStale(row.secrets)) continue;
    const secrets = context.vault.seal(JSON.stringify(secretsOf(context, account)), accountSecretOwner(account.id));
    await acrossShops(context.db, (trx) =>
      trx
        .updateTable('courier_account')
        .set({ secrets })
        .where('shop_id', '=', account.shop_id)
        .where('id', '=', account.id)
        .where('secrets', '=', row.secrets)
        .execute(),
    );
  }
}

async function resealPushSecret(context: Context, { shop_id, id, push_secret: sealed }: AccountRow): Promise<void> {
  if (!sealed || !context.vault.isStale(sealed)) return;
  const place = pushSecretOwner(id);
  const push_secret = context.vault.seal(context.vault.open(sealed, place), place);
  await acrossShops(context.db, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ push_secret })
      .where('shop_id', '=', shop_id)
      .where('id', '=', id)
      .where('push_secret', '=', sealed)
      .execute(),
  );
}
