import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { accountFrom, pushSecretOwner, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { trackAccountsSoon } from '../../shop/courier-accounts/track-accounts-soon.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { hashOf } from '../../base/secrets/tokens.ts';
import { readPush, type Push } from './push-bodies.ts';

export type PushOutcome = 'taken' | 'refused' | 'unreadable';

/** Who sends a status update, known before its body is read. */
export type PushSender = {
  readonly company: 'LEOPARD' | 'POSTEX';
  readonly token: string;
  readonly secret: string;
  readonly ip: string;
};

/** Whether the address and the secret are those of an account. Throws `too-many-requests` when the sender sent too many. */
export async function mayPush(context: Context, sender: PushSender): Promise<boolean> {
  const network = networkOf(sender.ip);
  await context.rateLimits.consume('courier-push-network', network);
  await context.rateLimits.consume('courier-push', `${hashOf(sender.token).toString('base64url')} ${network}`);
  const outcome = await withAccount(context, sender, () => Promise.resolve('known' as const));
  if (outcome === 'refused') context.metrics.courierPushes.inc({ company: sender.company, outcome });
  return outcome !== 'refused';
}

/**
 * A courier reports news about parcels. We only use it as a hint to ask the courier. Makes the parcels due first.
 * Repeats, unknown numbers and finished parcels change nothing. Updates that cannot be read are left to the next check.
 */
export async function receivePush(context: Context, sender: PushSender, body: unknown): Promise<PushOutcome> {
  const outcome = await withAccount(context, sender, async (trx, account): Promise<PushOutcome> => {
    const { pushes, unreadable } = readPush(sender.company, body);
    if (pushes.length === 0) return 'unreadable';
    if (unreadable > 0)
      context.log.warn(
        { company: sender.company, account: account.id, unreadable },
        'some status updates of a courier could not be read',
      );
    await trackSoon(trx, context, account, pushes);
    return 'taken';
  });
  context.metrics.courierPushes.inc({ company: sender.company, outcome });
  return outcome;
}

async function withAccount<T>(
  context: Context,
  sender: PushSender,
  work: (trx: Db, account: AccountRow) => Promise<T>,
): Promise<T | 'refused'> {
  const shopId = /^([0-9a-f]{24})\.[\w-]{24}$/.exec(sender.token)?.[1];
  if (!shopId) return 'refused';
  return withShop(context.db, shopId, async (trx) => {
    const account = await accountOf(trx, shopId, sender);
    if (!account?.push_secret) return 'refused';
    const expected = context.vault.open(account.push_secret, pushSecretOwner(account.id));
    if (!timingSafeEqual(hashOf(expected), hashOf(sender.secret))) return 'refused';
    return work(trx, account);
  });
}

async function accountOf(trx: Db, shopId: string, { company, token }: PushSender): Promise<AccountRow | undefined> {
  const row = await trx
    .selectFrom('courier_account')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('push_token', '=', token)
    .where('company', '=', company)
    .executeTakeFirst();
  return row && accountFrom(row);
}

/**
 * Makes the parcels due now, whichever of the shop's accounts with the courier booked them. Parcels that are already due
 * count too: an answer to an earlier request then does not postpone them. Starts tracking again for parcels that we
 * stopped checking, also those whose way had ended.
 */
async function trackSoon(trx: Db, context: Context, account: AccountRow, pushes: readonly Push[]): Promise<void> {
  const now = context.clock();
  const { rows: parcels } = await sql<{ account_id: string }>`
    with pushed as (
      insert into courier_push (shop_id, account_id, tracking_number, status, happened, received_at)
      select distinct p.shop_id, p.account_id, p.tracking_number, message.status, message.happened, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(pushes)}::jsonb)
             as message("trackingNumber" text, status text, happened text)
      join shipment p on p.shop_id = ${account.shop_id} and p.company = ${account.company}
        and p.tracking_number = message."trackingNumber" and p.account_id is not null
      on conflict do nothing
      returning tracking_number)
    update shipment set next_track_at = ${now}
    where shop_id = ${account.shop_id} and company = ${account.company}
      and (next_track_at is not null or booking_state = 'booked')
      and tracking_number in (select tracking_number from pushed)
    returning account_id`.execute(trx);
  await trx
    .updateTable('courier_account')
    .set({ last_push_at: now })
    .where('shop_id', '=', account.shop_id)
    .where('id', '=', account.id)
    .execute();
  const accounts = new Set(parcels.map((parcel) => parcel.account_id));
  await trackAccountsSoon(trx, context, account.shop_id, [...accounts], now);
}
