import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessOf, loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { scheduledJobs } from '../../app/worker.ts';
import { createVault } from './vault.ts';

const oldSecret = 'test-secret-test-secret-test-secret';
const newSecret = 'another-secret-another-secret-another';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

it('after the jobs of a rotation the old APP_SECRET opens nothing and is not needed', async () => {
  await server.call('GET', 'get-qr-code', { token: shop.token });
  const rotating = { ...server.context, vault: createVault(newSecret, oldSecret) };
  for (const name of ['courier-account.reseal-secrets', 'shop.reseal-credentials', 'two-factor.reseal-secrets']) {
    await scheduledJobs.find((job) => job.name === name)?.run(rotating);
  }
  const account = await withShop(server.context.db, shop.shopId, (trx) =>
    loadAccount(trx, shop.shopId, shop.accounts.LEOPARD),
  );
  if (!account) throw new Error('the account is gone');
  expect(accessOf({ vault: createVault(newSecret) }, account).fields['api_password']).toBe('demo-leopard-pass');
  expect(() => accessOf(server.context, account)).toThrow(/APP_SECRET/);
  const twoFactor = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('two_factor').select(['user_id', 'secret']).executeTakeFirstOrThrow(),
  );
  expect(createVault(newSecret).open(twoFactor.secret, `two_factor:${twoFactor.user_id}`)).toMatch(/^[A-Z2-7]{32}$/);
  const stored = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shop_credential').select(['access_token', 'refresh_token']).executeTakeFirstOrThrow(),
  );
  for (const sealed of [stored.access_token, stored.refresh_token]) {
    expect(createVault(newSecret).open(sealed ?? Buffer.alloc(0), `shop_credential:${shop.shopId}`)).not.toBe('');
  }
});

it('while the app’s secret changes, webhooks and links of the store work with the old and the new one', async () => {
  const rotating = await startTestServer({
    sandbox: false,
    env: { SHOPIFY_CLIENT_SECRET: 'new-app-secret', SHOPIFY_CLIENT_SECRET_PREVIOUS: 'old-app-secret' },
  });
  try {
    const body = JSON.stringify({ id: 1 });
    const webhook = async (secret: string): Promise<number> => {
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': 'orders/updated',
        'x-shopify-shop-domain': 'rotating-store.myshopify.com',
        'x-shopify-webhook-id': secret,
        'x-shopify-triggered-at': rotating.clock.now.toISOString(),
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      };
      return (await fetch(`${rotating.url}/webhooks/shopify`, { method: 'POST', body, headers })).status;
    };
    const launch = async (secret: string): Promise<number> => {
      const query = `shop=rotating-store.myshopify.com&timestamp=${Math.floor(rotating.clock.now.getTime() / 1000)}`;
      const hmac = createHmac('sha256', secret).update(query).digest('hex');
      const url = `${rotating.url}/shopify/launch?${query}&hmac=${hmac}`;
      return (await fetch(url, { redirect: 'manual' })).status;
    };
    for (const secret of ['new-app-secret', 'old-app-secret']) {
      expect(await webhook(secret)).toBe(200);
      expect(await launch(secret)).toBe(302);
    }
    expect(await webhook('another-secret')).toBe(401);
    expect(await launch('another-secret')).toBe(400);
  } finally {
    await rotating.close();
  }
});

it('during a rotation, what the old APP_SECRET encrypted can still be read', () => {
  const sealed = createVault(oldSecret).seal('demo-leopard-pass', 'a row');
  const rotating = createVault(newSecret, oldSecret);
  expect(rotating.open(sealed, 'a row')).toBe('demo-leopard-pass');
  expect(createVault(newSecret).open(rotating.seal('demo-leopard-pass', 'a row'), 'a row')).toBe('demo-leopard-pass');
  expect(() => createVault(newSecret).open(sealed, 'a row')).toThrow(/APP_SECRET/);
});
