import * as z from 'zod';
import type { Plan } from '@courierdesk/contract/subscriptions';
import { compareWithStore } from '../store-app/billing/compare-with-store.ts';
import { withShop } from '../base/db/tenancy.ts';
import { platformAccess } from '../shop/shops/platform-access.ts';
import { anAccount, aUser } from './factories.ts';
import { courierValues } from './courier-values.ts';
import { anInstalledStore } from './installed-store.ts';
import type { TestServer } from './test-server.ts';

/** A shop in a store of the sandbox, with an owner, two members of staff, and two courier accounts, one the default. */
export type SubscribedShop = {
  readonly shopId: string;
  readonly domain: string;
  readonly owner: { readonly token: string; readonly userId: string; readonly email: string };
  readonly staff: readonly { readonly token: string; readonly userId: string }[];
  readonly defaultAccount: string;
  readonly otherAccount: string;
};

/** `plan` is a subscription that the store charges for. */
export async function aSubscribedShop(server: TestServer, given: { plan?: Plan } = {}): Promise<SubscribedShop> {
  const { context } = server;
  const { shopId, domain } = await anInstalledStore(server);
  const access = await platformAccess(context, shopId);
  await context.platform.reconcileWebhooks(access, `${context.config.publicUrl}/webhooks/shopify`);
  const owner = await aUser(context, shopId);
  const staff = [
    await aUser(context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] }),
    await aUser(context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] }),
  ];
  const first = await anAccount(context, shopId, 'LEOPARD', courierValues.LEOPARD, { isDefault: true });
  const second = await anAccount(context, shopId, 'POSTEX', courierValues.POSTEX);
  const plan = given.plan ?? 'MONTHLY';
  if (plan !== 'FREE') await payInStore(server, { shopId, domain }, plan);
  return { shopId, domain, owner, staff, defaultAccount: first.accountId, otherAccount: second.accountId };
}

/** Lets the store charge for a plan from now on, and the shop know it. */
export async function payInStore(
  server: TestServer,
  { shopId, domain }: { shopId: string; domain: string },
  plan: 'MONTHLY' | 'YEARLY',
): Promise<void> {
  const interval = plan === 'YEARLY' ? 'ANNUAL' : 'EVERY_30_DAYS';
  await changeInStore(server, domain, { start: { name: 'Paid', interval, price: plan === 'YEARLY' ? 99.99 : 10 } });
  await compareWithStore(server.context, shopId);
}

const Subscriptions = z.object({
  subscriptions: z.array(z.object({ id: z.number(), name: z.string(), status: z.string(), test: z.boolean() })),
});

/** What happens to the newest subscription in the store; see docs/sandbox.md. */
export async function changeInStore(server: TestServer, domain: string, change: object) {
  return Subscriptions.parse(await server.sandbox.control(`shops/${domain}/subscriptions`, change)).subscriptions;
}

/** Which of the shop's people and accounts are active. */
export async function activeOf(server: TestServer, shopId: string): Promise<{ users: string[]; accounts: string[] }> {
  return withShop(server.context.db, shopId, async (trx) => ({
    users: (await trx.selectFrom('app_user').select('id').where('is_active', '=', true).execute())
      .map(({ id }) => id)
      .toSorted(),
    accounts: (await trx.selectFrom('courier_account').select('id').where('in_active', '=', false).execute()).map(
      ({ id }) => id,
    ),
  }));
}
