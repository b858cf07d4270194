import type { Company } from '@courierdesk/contract/companies';
import { courierFields } from '@courierdesk/contract/courier-forms';
import type { Role, Scope } from '@courierdesk/contract/scopes';
import type { Plan } from '@courierdesk/contract/subscriptions';
import type { Context } from '../base/context.ts';
import { newId } from '../base/db/ids.ts';
import { acrossShops, withShop } from '../base/db/tenancy.ts';
import { newToken } from '../base/secrets/tokens.ts';

/** What tests need to begin with, put straight into the database. */

let counter = 0;

export async function aShop(
  context: Context,
  given: { domain?: string; name?: string; plan?: Plan } = {},
): Promise<{ shopId: string; domain: string }> {
  const now = context.clock();
  const shopId = newId(now);
  const domain = given.domain ?? `shop-${shopId}.myshopify.com`;
  await acrossShops(context.db, async (trx) => {
    await trx
      .insertInto('shop')
      .values({ id: shopId, domain, name: given.name ?? 'Test shop', created_at: now, installed_at: now })
      .execute();
    await trx
      .insertInto('subscription')
      .values({ shop_id: shopId, plan: given.plan ?? 'YEARLY', updated_at: now })
      .execute();
  });
  return { shopId, domain };
}

export async function aUser(
  context: Context,
  shopId: string,
  given: {
    role?: Role;
    scopes?: readonly Scope[];
    tag?: string;
    email?: string;
    passwordHash?: string;
    active?: boolean;
    verified?: boolean;
  } = {},
): Promise<{ userId: string; token: string; tag: string; email: string }> {
  counter += 1;
  const now = context.clock();
  const userId = newId(now);
  const tag = given.tag ?? `T${counter}`;
  const email = given.email ?? `user${counter}-${userId}@example.test`;
  const { token, hash } = newToken(shopId);
  await withShop(context.db, shopId, async (trx) => {
    await trx
      .insertInto('app_user')
      .values({
        shop_id: shopId,
        id: userId,
        email,
        first_name: 'Test',
        last_name: `User ${counter}`,
        password_hash: given.passwordHash ?? null,
        role: given.role ?? 'ADMIN',
        tag,
        access_scopes: [...(given.scopes ?? [])],
        is_active: given.active ?? true,
        is_verified_user: given.verified ?? true,
        created_at: now,
      })
      .execute();
    await trx
      .insertInto('session')
      .values({
        shop_id: shopId,
        id: newId(now),
        user_id: userId,
        kind: 'session',
        token_hash: hash,
        created_at: now,
        expires_at: new Date(now.getTime() + 30 * 86_400_000),
      })
      .execute();
  });
  return { userId, token, tag, email };
}

/** A courier account with the given form values, as if it had been verified and saved. */
export async function anAccount(
  context: Context,
  shopId: string,
  company: Company,
  values: Readonly<Record<string, string>>,
  given: { name?: string; isDefault?: boolean; inactive?: boolean; parallelCalls?: number; weight?: number } = {},
): Promise<{ accountId: string }> {
  counter += 1;
  const now = context.clock();
  const accountId = newId(now);
  const secretNames = courierFields[company].filter((field) => field.secret).map((field) => field.name);
  const secrets = Object.fromEntries(Object.entries(values).filter(([name]) => secretNames.includes(name)));
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !secretNames.includes(name)));
  await withShop(context.db, shopId, async (trx) => {
    await trx
      .insertInto('courier_account')
      .values({
        shop_id: shopId,
        id: accountId,
        company,
        name: given.name ?? `${company} ${counter}`,
        is_default: given.isDefault ?? false,
        in_active: given.inactive ?? false,
        weight: given.weight ?? 500,
        fields: JSON.stringify(fields),
        secrets: context.vault.seal(JSON.stringify(secrets), `courier_account:${accountId}`),
        secrets_set: Object.keys(secrets),
        parallel_calls: given.parallelCalls ?? 5,
        track_next_at: now,
        cities_next_at: now,
        created_at: now,
      })
      .execute();
    await context.jobs.request(trx, 'tracking', { shopId, key: accountId, at: now });
  });
  return { accountId };
}
