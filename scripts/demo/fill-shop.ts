import { NewCourierAccount } from '@courierdesk/contract/courier-accounts';
import { plans } from '@courierdesk/contract/plans';
import type { PaidPlan } from '@courierdesk/contract/subscriptions';
import { systemActor } from '../../server/src/base/actor.ts';
import { compareWithStore } from '../../server/src/store-app/billing/compare-with-store.ts';
import type { Context } from '../../server/src/base/context.ts';
import { createCourierAccount } from '../../server/src/shop/courier-accounts/create-account.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { hashPassword } from '../../server/src/base/secrets/passwords.ts';
import { shopByDomain } from '../../server/src/shop/shops/find-shop.ts';
import { installShop } from '../../server/src/shop/shops/install-shop.ts';
import { createUser } from '../../server/src/people/users/create-user.ts';
import type { DemoAccount } from './demo-accounts.ts';
import type { DemoUser } from './demo-people.ts';
import type { SandboxControl } from './sandbox-control.ts';

export type InstalledShop = { readonly shopId: string; readonly domain: string };

/** Installs Courierdesk in a store of the sandbox, unless it is installed. */
export async function installDemoShop(
  context: Context,
  sandbox: SandboxControl,
  domain: string,
): Promise<InstalledShop> {
  const known = await shopByDomain(context.db, domain);
  if (known?.installed) return { shopId: known.shopId, domain };
  const now = context.clock().getTime();
  const token = await sandbox.install(domain, context.platform.askedScopes);
  const info = await context.platform.shopInfo({
    domain,
    token: () => Promise.resolve(token.access_token),
    renewedToken: () => Promise.reject(new Error('the sandbox refuses the token it has just given')),
  });
  const grant = {
    accessToken: token.access_token,
    scopes: [...context.platform.askedScopes],
    expiresAt: new Date(now + token.expires_in * 1000),
    refreshToken: token.refresh_token,
    refreshTokenExpiresAt: new Date(now + token.refresh_token_expires_in * 1000),
  };
  return { domain, ...(await installShop(context, { domain, grant, info })) };
}

/** Lets the store charge for a plan, unless the shop has ever had one: its owner may have cancelled it. */
export async function startSubscription(
  context: Context,
  sandbox: SandboxControl,
  { shopId, domain }: InstalledShop,
  given: { readonly plan: PaidPlan; readonly subscriber: string },
): Promise<void> {
  if (await sandbox.hasSubscriptions(domain)) return;
  const { title, price, duration } = plans[given.plan];
  await sandbox.startSubscription(domain, { name: `Courierdesk ${title}`, price, duration });
  await compareWithStore(context, shopId);
  await withShop(context.db, shopId, (trx) =>
    trx.updateTable('subscription').set({ subscriber: given.subscriber }).where('shop_id', '=', shopId).execute(),
  );
}

export async function addUsers(context: Context, shopId: string, users: readonly DemoUser[]): Promise<void> {
  for (const { password, ...user } of users) {
    const passwordHash = await hashPassword(password);
    await withShop(context.db, shopId, async (trx) => {
      const known = await trx
        .selectFrom('app_user')
        .select('id')
        .where('shop_id', '=', shopId)
        .where('email', '=', user.email)
        .executeTakeFirst();
      if (!known)
        await createUser(trx, systemActor(shopId), { ...user, passwordHash, verified: true }, context.clock());
    });
  }
}

/** As the account form does it: each is verified at its courier. The first one is the default. */
export async function addAccounts(context: Context, shopId: string, accounts: readonly DemoAccount[]): Promise<void> {
  const [first] = accounts;
  for (const { company, account_name, weight, values } of accounts) {
    const known = await withShop(context.db, shopId, (trx) =>
      trx
        .selectFrom('courier_account')
        .select('id')
        .where('shop_id', '=', shopId)
        .where('company', '=', company)
        .executeTakeFirst(),
    );
    if (known) continue;
    const form = { company, account_name, weight, is_default: company === first?.company, ...values };
    await createCourierAccount(context, systemActor(shopId), NewCourierAccount.parse(form));
  }
}
