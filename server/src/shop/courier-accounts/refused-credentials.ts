import { companyName, Company } from '@courierdesk/contract/companies';
import { whatRefusalStops, type RefusedAccount } from '@courierdesk/contract/courier-health';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import { mailOwners } from '../subscriptions/mail-owners.ts';
import type { AccountRow } from './load-account.ts';

const mailEveryMs = 24 * 60 * 60_000;

/**
 * Opens the case of an account whose credentials the courier refuses, or keeps the open one, and tells the owner at most once
 * a day. An accepted call or new credentials close it.
 */
export async function recordRefusedCredentials(context: Context, account: AccountRow, words: string): Promise<void> {
  const { shop_id: shopId } = account;
  const now = context.clock();
  await withShop(context.db, shopId, async (trx) => {
    const refused = await trx
      .updateTable('courier_account')
      .set((eb) => ({
        credentials_refused_at: eb.fn.coalesce('credentials_refused_at', eb.val(now)),
        credentials_error: words,
      }))
      .where('shop_id', '=', shopId)
      .where('id', '=', account.id)
      .where('version', '=', account.version)
      .returning('credentials_mailed_at')
      .executeTakeFirst();
    if (!refused) return;
    const mailedAt = refused.credentials_mailed_at?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (now.getTime() - mailedAt < mailEveryMs) return;
    await trx
      .updateTable('courier_account')
      .set({ credentials_mailed_at: now })
      .where('shop_id', '=', shopId)
      .where('id', '=', account.id)
      .execute();
    await mail(trx, context, account, words);
  });
}

async function mail(trx: Db, context: Context, account: AccountRow, words: string): Promise<void> {
  const courier = companyName[account.company];
  const untracked = await untrackedParcels(trx, account.shop_id, account.id);
  await mailOwners(trx, context, account.shop_id, {
    kind: 'credentials-refused',
    subject: (shopName) => `${courier} refuses the credentials of ${account.name} of ${shopName}`,
    body: (shopName) =>
      composeMail({
        shopName,
        paragraphs: [
          `${courier} refuses the credentials of the courier account ${account.name}. It says: “${words}”`,
          whatRefusalStops({ company: account.company, untracked }),
        ],
        action: {
          label: 'Enter new credentials',
          url: `${context.config.publicUrl}/dashboard/edit-account/${account.id}`,
        },
        reason: `You get this email because you own ${shopName}. We send it at most once a day for each account.`,
      }),
  });
}

/**
 * Accounts whose credentials the courier refuses now, the longest one first. An inactive account counts while it has parcels
 * under way.
 */
export async function refusedAccounts(trx: Db, shopId: string): Promise<RefusedAccount[]> {
  const rows = await trx
    .selectFrom('courier_account')
    .select(['id', 'name', 'company', 'in_active', 'credentials_refused_at', 'credentials_error'])
    .where('shop_id', '=', shopId)
    .where('credentials_refused_at', 'is not', null)
    .orderBy('credentials_refused_at')
    .orderBy('id')
    .execute();
  const accounts: RefusedAccount[] = [];
  for (const { id, name, company, in_active, credentials_refused_at: since, credentials_error: words } of rows) {
    if (!since) continue;
    const untracked = await untrackedParcels(trx, shopId, id);
    if (in_active && untracked === 0) continue;
    accounts.push({ id, name, company: Company.parse(company), since: since.toISOString(), words, untracked });
  }
  return accounts;
}

/** Parcels under way that only this account can track. */
async function untrackedParcels(trx: Db, shopId: string, accountId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('shipment')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('shop_id', '=', shopId)
    .where('account_id', '=', accountId)
    .where('next_track_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}
