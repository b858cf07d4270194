import { vi } from 'vitest';
import * as z from 'zod';
import { newId } from '../base/db/ids.ts';
import { withShop } from '../base/db/tenancy.ts';
import { installShop } from '../shop/shops/install-shop.ts';
import type { TestServer } from './test-server.ts';

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  refresh_token_expires_in: z.number(),
});

/** A store of the sandbox with Courierdesk installed, without the clicks. */
export async function anInstalledStore(
  server: TestServer,
  given: { domain?: string } = {},
): Promise<{ shopId: string; domain: string }> {
  const { context } = server;
  const domain = given.domain ?? `shop-${newId()}.myshopify.com`;
  const token = Token.parse(
    await server.sandbox.control(`shops/${domain}/install`, { scopes: context.platform.askedScopes }),
  );
  const after = (seconds: number): Date => new Date(context.clock().getTime() + seconds * 1000);
  const grant = {
    accessToken: token.access_token,
    scopes: context.platform.askedScopes,
    expiresAt: after(token.expires_in),
    refreshToken: token.refresh_token,
    refreshTokenExpiresAt: after(token.refresh_token_expires_in),
  };
  const info = await context.platform.shopInfo({
    domain,
    token: () => Promise.resolve(token.access_token),
    renewedToken: () => Promise.reject(new Error('the sandbox refuses its own token')),
  });
  return { domain, ...(await installShop(context, { domain, grant, info })) };
}

const StoreOrders = z.object({ orders: z.array(z.looseObject({ id: z.coerce.string(), name: z.string() })) });

/** Orders that customers place in the store; Courierdesk does not know of them yet. */
export async function storeOrders(
  server: TestServer,
  domain: string,
  given: { count?: number } & Record<string, unknown> = {},
): Promise<{ id: string; name: string }[]> {
  return StoreOrders.parse(await server.sandbox.control('orders', { shop: domain, ...given })).orders;
}

/** Lets the worker read the whole store, as it does after an installation: webhooks, export, and what came since. */
export async function mirrorWholeStore(server: TestServer, shopId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await server.work('store-reads');
      const sync = await withShop(server.context.db, shopId, (trx) =>
        trx.selectFrom('store_sync').select(['mirrored_at', 'last_error']).executeTakeFirstOrThrow(),
      );
      if (sync.mirrored_at) return;
      server.clock.advance(6_000);
      throw new Error(`the store is not mirrored yet. ${sync.last_error}`);
    },
    { timeout: 30_000, interval: 60 },
  );
}

/** Waits until the store has delivered all its webhooks, then lets the worker act on them. */
export async function deliverWebhooks(server: TestServer): Promise<void> {
  await vi.waitFor(
    async () => {
      const { pending } = Pending.parse(await server.sandbox.control('webhooks/deliver', {}));
      if (pending > 0) throw new Error(`${pending} webhooks are on their way`);
    },
    { timeout: 30_000, interval: 30 },
  );
  server.clock.advance(1_000);
  await server.work('webhooks');
}

const Pending = z.object({ pending: z.number() });
