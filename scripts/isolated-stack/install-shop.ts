import { companies, Company } from '@courierdesk/contract/companies';
import { createAccount as createAccountEndpoint } from '@courierdesk/contract/courier-accounts';
import * as z from 'zod';
import { systemActor } from '../../server/src/base/actor.ts';
import type { Context } from '../../server/src/base/context.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { demoAccounts } from '../demo/demo-accounts.ts';
import { createSession } from '../../server/src/people/sessions/create-session.ts';
import { installShop as installInStore } from '../../server/src/shop/shops/install-shop.ts';
import { createUser } from '../../server/src/people/users/create-user.ts';
import { callApi } from './call-api.ts';
import type { IsolatedStack } from './isolated-stack.ts';

export type InstalledShop = {
  shopId: string;
  domain: string;
  /** One signed-in owner each. */
  tokens: string[];
  /** One account per courier. */
  accounts: Record<Company, string>;
};

/** A store of the sandbox with Courierdesk installed on the yearly plan, people signed in, and an account per courier. */
export async function installShop(
  stack: IsolatedStack,
  { users, store = 'measured-store' }: { users: number; store?: string },
): Promise<InstalledShop> {
  const domain = `${store}.myshopify.com`;
  const shopId = await installInSandbox(stack, domain);
  await withShop(stack.context.db, shopId, (trx) =>
    trx.updateTable('subscription').set({ plan: 'YEARLY' }).where('shop_id', '=', shopId).execute(),
  );
  const tokens = await Promise.all(
    Array.from({ length: users }, (_, index) => signedInOwner(stack.context, shopId, index, store)),
  );
  const [owner = ''] = tokens;
  return { shopId, domain, tokens, accounts: await createAccounts(stack, owner) };
}

/** An account per courier, through the API. */
export async function createAccounts(stack: IsolatedStack, owner: string): Promise<Record<Company, string>> {
  const accounts: [Company, string][] = [];
  for (const company of companies) accounts.push([company, await createAccount(stack, owner, company)]);
  return AccountIds.parse(Object.fromEntries(accounts));
}

const AccountIds = z.record(Company, z.string());

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  refresh_token_expires_in: z.number(),
});

/** Installs Courierdesk in a store of the sandbox. */
export async function installInSandbox({ context, control }: IsolatedStack, domain: string): Promise<string> {
  const token = Token.parse(await control(`shops/${domain}/install`, { scopes: context.platform.askedScopes }));
  const after = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
  const info = await context.platform.shopInfo({
    domain,
    token: () => Promise.resolve(token.access_token),
    renewedToken: () => Promise.reject(new Error('the sandbox refuses its own token')),
  });
  const grant = {
    accessToken: token.access_token,
    scopes: context.platform.askedScopes,
    expiresAt: after(token.expires_in),
    refreshToken: token.refresh_token,
    refreshTokenExpiresAt: after(token.refresh_token_expires_in),
  };
  return (await installInStore(context, { domain, grant, info })).shopId;
}

/** Adds an owner to a shop and signs them in. */
export async function signedInOwner(
  context: Context,
  shopId: string,
  index: number,
  store = 'measured-store',
): Promise<string> {
  const now = new Date();
  return withShop(context.db, shopId, async (trx) => {
    const { userId } = await createUser(
      trx,
      systemActor(shopId),
      {
        email: `person${index + 1}@${store}.test`,
        firstName: 'Person',
        lastName: String(index + 1),
        tag: `P${index + 1}`,
        role: 'ADMIN',
        verified: true,
      },
      now,
    );
    return createSession(trx, { shopId, userId, ip: '127.0.0.1', userAgent: 'courierdesk', now });
  });
}

const Created = createAccountEndpoint.reply;

async function createAccount(stack: IsolatedStack, token: string, company: Company): Promise<string> {
  const { account_name, weight, values } = demoAccounts[company];
  const answer = await callApi(stack.url, token, 'POST', '/create-account', {
    company,
    account_name,
    weight,
    ...values,
  });
  if (answer.status !== 200) throw new Error(`${company}: ${JSON.stringify(answer.body)}`);
  return Created.parse(answer.body).account.id;
}
