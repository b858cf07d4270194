import { maxRememberedDevices } from '@courierdesk/contract/two-factor';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { deviceOf } from '../../base/http/device-of.ts';
import { boundTo, readToken } from '../../base/secrets/tokens.ts';
import { createDeviceToken } from './create-session.ts';

type User = { readonly shopId: string; readonly userId: string };

/** Remembers the browser of a person who has entered a code of their app. Returns the token for its cookie. */
export async function rememberDevice(trx: Db, context: Context, actor: UserActor): Promise<string> {
  const token = await createDeviceToken(trx, {
    ...actor,
    now: context.clock(),
    secret: await secretOf(trx, actor),
  });
  const newest = devicesOf(trx, actor).select('id').orderBy('id', 'desc').limit(maxRememberedDevices);
  await deleteDevices(trx, actor).where('id', 'not in', newest).execute();
  await record(trx, context, actor, 'two-factor.device-remembered', { device: deviceOf(actor.userAgent) });
  return token;
}

/** Whether the token is that of a device of this user that is remembered. Records the use. */
export async function isRemembered(trx: Db, context: Context, user: User, token: string): Promise<boolean> {
  const now = context.clock();
  const hash = await hashOfToken(trx, user, token);
  if (!hash) return false;
  const used = await trx
    .updateTable('session')
    .set({ last_used_at: now })
    .where('shop_id', '=', user.shopId)
    .where('user_id', '=', user.userId)
    .where('kind', '=', 'remembered-device')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export type RememberedDeviceRow = Awaited<ReturnType<typeof rememberedDevices>>[number];

/** The remembered devices of the actor, last used first. `token`: that of the browser which asks. */
export function rememberedDevices(context: Context, actor: UserActor, token: string) {
  return withShop(context.db, actor.shopId, async (trx) => {
    const current = await hashOfToken(trx, actor, token);
    const devices = await devicesOf(trx, actor)
      .selectAll()
      .where('expires_at', '>', context.clock())
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return devices.map((device) => ({ ...device, isCurrent: current?.equals(device.token_hash) ?? false }));
  });
}

/** Forgets one device of the actor, or all: the next sign-in there asks for a code. */
export async function forgetDevices(context: Context, actor: UserActor, id?: string): Promise<void> {
  await withShop(context.db, actor.shopId, async (trx) => {
    const forgotten = await deleteDevices(trx, actor)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning('user_agent')
      .execute();
    const [first] = forgotten;
    if (!first && id !== undefined) throw notFound('This device');
    if (!first) return;
    const detail = id === undefined ? { devices: forgotten.length } : { device: deviceOf(first.user_agent) };
    await record(trx, context, actor, 'two-factor.device-forgotten', detail);
  });
}

const devicesOf = (trx: Db, { shopId, userId }: User) =>
  trx
    .selectFrom('session')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'remembered-device');

const deleteDevices = (trx: Db, { shopId, userId }: User) =>
  trx
    .deleteFrom('session')
    .where('shop_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'remembered-device');

async function hashOfToken(trx: Db, user: User, token: string): Promise<Buffer | undefined> {
  const read = readToken(token);
  return read?.shopId === user.shopId ? boundTo(await secretOf(trx, user), read.hash) : undefined;
}

/** A token works only with this: a new password or another app ends it, even if its row stays. */
async function secretOf(trx: Db, { shopId, userId }: User): Promise<string> {
  const { password_hash: password, confirmed_at: app } = await trx
    .selectFrom('app_user as u')
    .leftJoin('two_factor as t', (join) => join.onRef('t.shop_id', '=', 'u.shop_id').onRef('t.user_id', '=', 'u.id'))
    .select(['u.password_hash', 't.confirmed_at'])
    .where('u.shop_id', '=', shopId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return JSON.stringify({ password, app });
}

const record = (
  trx: Db,
  context: Context,
  actor: UserActor,
  action: 'two-factor.device-remembered' | 'two-factor.device-forgotten',
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAuditEvent(trx, actor, {
    at: context.clock(),
    action,
    subjectKind: 'user',
    subjectId: actor.userId,
    label: actor.name,
    detail,
  });
