import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessOf, loadAccount } from '../courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { scheduledJobs } from '../worker.ts';
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
