import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aUserWithTwoFactor, codeAt, password, verify } from '../two-factor/two-factor.testing.ts';

let server: TestServer;
let passwordHash: string;
let email: string;
let people = 0;
let lawn: { shopId: string; domain: string; userId: string };
let silk: { shopId: string; domain: string; userId: string };

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  passwordHash = await quickHash(password);
});
afterAll(() => server?.close());
beforeEach(async () => {
  people += 1;
  email = `both${people}@shops.test`;
  lawn = await shopOf('Lawn House', passwordHash);
  silk = await shopOf('Silk House', passwordHash);
});

async function shopOf(name: string, hash: string): Promise<typeof lawn> {
  const shop = await aShop(server.context, { name });
  const { userId } = await aUser(server.context, shop.shopId, { email, passwordHash: hash });
  return { ...shop, userId };
}

const login = async (body: object = {}) =>
  (await server.call('POST', 'login-user', { body: { email, password, ...body } })).body;
const domainOf = async (token: string): Promise<unknown> =>
  (await server.call('GET', 'me', { token })).body.data?.shop.domain;
const others = async (token: string) => (await server.call('GET', 'other-shops', { token })).body.data;
const switchTo = (token: string, shop: string) => server.call('POST', 'switch-shop', { token, body: { shop } });

const setUser = ({ shopId, userId }: typeof lawn, values: { is_active?: boolean; password_hash?: string }) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('app_user').set(values).where('id', '=', userId).execute(),
  );

test('a password that fits several shops offers them, and signs in to the chosen one', async () => {
  const offered = await login();
  expect(offered).toMatchObject({ auth_token: '', two_factor_await: false });
  expect(offered.shops).toEqual([
    { id: lawn.shopId, name: 'Lawn House', domain: lawn.domain },
    { id: silk.shopId, name: 'Silk House', domain: silk.domain },
  ]);
  expect(await domainOf((await login({ shop: silk.shopId })).auth_token)).toBe(silk.domain);
  expect(await domainOf((await login({ shop: lawn.shopId })).auth_token)).toBe(lawn.domain);
});

test('a password that fits one shop signs in there without a choice, and opens no other', async () => {
  const third = await shopOf('Third House', await quickHash('third-password'));
  const { auth_token, shops } = await login({ password: 'third-password' });
  expect(shops).toBeUndefined();
  expect(await domainOf(auth_token)).toBe(third.domain);
  expect(await others(auth_token)).toEqual([]);
  expect((await switchTo(auth_token, lawn.shopId)).status).toBe(404);
  expect((await login({ password: 'third-password', shop: lawn.shopId })).errors[0].code).toBe('login-failed');
});

test('a restricted user is not offered, and the only other shop opens at once', async () => {
  await setUser(lawn, { is_active: false });
  expect(await domainOf((await login()).auth_token)).toBe(silk.domain);
  expect((await login({ shop: lawn.shopId })).errors[0].code).toBe('user-restricted');
});

test('a person switches between the shops of their password and back, and the earlier session ends', async () => {
  const first = (await login({ shop: lawn.shopId })).auth_token;
  expect(await others(first)).toEqual([{ id: silk.shopId, name: 'Silk House', domain: silk.domain }]);
  const second = (await switchTo(first, silk.shopId)).body.auth_token;
  expect(await domainOf(second)).toBe(silk.domain);
  expect((await server.call('GET', 'me', { token: first })).status).toBe(401);
  expect(await domainOf((await switchTo(second, lawn.shopId)).body.auth_token)).toBe(lawn.domain);
});

test('nobody switches to a shop where their password has changed since, or where they are restricted', async () => {
  const token = (await login({ shop: lawn.shopId })).auth_token;
  await setUser(silk, { password_hash: await quickHash('another-password') });
  expect(await others(token)).toEqual([]);
  expect((await switchTo(token, silk.shopId)).status).toBe(404);
  await setUser(silk, { password_hash: passwordHash });
  await setUser(silk, { is_active: false });
  expect((await switchTo(token, silk.shopId)).status).toBe(404);
  expect(await domainOf(token)).toBe(lawn.domain);
});

test('an email that the owner of another shop gave to a user opens no shop without its password', async () => {
  const intruder = await shopOf('Intruder', await quickHash('chosen by intruder'));
  const { auth_token } = await login({ password: 'chosen by intruder' });
  expect(await domainOf(auth_token)).toBe(intruder.domain);
  expect(await others(auth_token)).toEqual([]);
});

test('a shop with two-factor asks for the code after the choice and after a switch, and can be left again', async () => {
  const guarded = await aShop(server.context, { name: 'Guarded' });
  const user = await aUserWithTwoFactor(server, guarded.shopId, { email, passwordHash });
  const chosen = await login({ shop: guarded.shopId });
  expect(chosen.two_factor_await).toBe(true);
  const inside = (await verify(server, chosen.auth_token, codeAt(server, user.secret))).body.auth_token;
  const names = (await others(inside)).map((shop: { name: string }) => shop.name);
  expect(names).toEqual(['Lawn House', 'Silk House']);
  const back = (await switchTo(inside, lawn.shopId)).body.auth_token;
  expect(await domainOf(back)).toBe(lawn.domain);
  expect((await switchTo(back, guarded.shopId)).body.two_factor_await).toBe(true);
});
