import crypto from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestStore } from '../../testing/shopify-test-store.ts';
import { jsonOf, openTestStore } from '../../testing/shopify-test-store.ts';

let store: TestStore;
const shop = 'new-shop.myshopify.com';

beforeEach(async () => {
  store = await openTestStore();
});

afterEach(() => store.close());

function authorizeUrl(change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'sandbox-client',
    scope: 'read_orders,write_orders',
    redirect_uri: 'http://localhost:3000/shopify/callback',
    state: 'nonce-1',
    ...change,
  });
  return `${store.url}/shopify/${shop}/admin/oauth/authorize?${query.toString()}`;
}

async function approve(url: string, form: Record<string, string> = {}): Promise<URL> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'approve', ...form }),
  });
  return new URL(answer.headers.get('location') ?? '', store.url);
}

function token(body: object): Promise<Response> {
  return store.post(`/shopify/${shop}/admin/oauth/access_token`, {
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
    ...body,
  });
}

async function asks(accessToken: string): Promise<number> {
  const answer = await fetch(`${store.url}/shopify/${shop}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': accessToken },
    body: JSON.stringify({ query: '{ shop { id } }' }),
  });
  return answer.status;
}

test('a store consents once; the callback is signed and its code works once', async () => {
  const page = await fetch(authorizeUrl(), { redirect: 'manual' });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Install app');
  const back = await approve(authorizeUrl());
  expect(back.origin + back.pathname).toBe('http://localhost:3000/shopify/callback');
  expect(back.searchParams.get('state')).toBe('nonce-1');
  const signed = [...back.searchParams]
    .filter(([name]) => name !== 'hmac')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  expect(back.searchParams.get('hmac')).toBe(
    crypto.createHmac('sha256', 'sandbox-secret').update(signed).digest('hex'),
  );

  const code = back.searchParams.get('code');
  const answer = await token({ code, expiring: '1' });
  expect(await jsonOf(answer)).toMatchObject({
    scope: 'read_orders,write_orders',
    expires_in: 3600,
    refresh_token_expires_in: 7_776_000,
  });
  expect((await token({ code, expiring: '1' })).status).toBe(400);
  const again = await fetch(authorizeUrl(), { redirect: 'manual' });
  expect(again.status).toBe(302);
});

test('a wrong client, secret or redirect address is refused', async () => {
  expect((await fetch(authorizeUrl({ client_id: 'other' }))).status).toBe(400);
  expect((await fetch(authorizeUrl({ redirect_uri: 'http://localhost:3000/elsewhere' }))).status).toBe(400);
  expect((await token({ code: 'x', client_secret: 'wrong' })).status).toBe(400);
  const { rejected } = await jsonOf(store.get('/_control/rejected'));
  expect(rejected[0]).toMatchObject({ target: 'shopify', reason: 'Token refused' });
});

test('declining redirects to the store, not to the app', async () => {
  const answer = await fetch(authorizeUrl({ scope: 'read_products' }), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'deny' }),
  });
  expect(answer.headers.get('location')).toContain(`/shopify/${shop}/admin/orders`);
});

test('a refresh replaces both tokens, and the old refresh token works until the new one is used', async () => {
  const first = await jsonOf(token({ code: (await approve(authorizeUrl())).searchParams.get('code'), expiring: '1' }));
  expect(await asks(first.access_token)).toBe(200);
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
  const lost = await jsonOf(refresh(first.refresh_token));
  expect(await asks(first.access_token)).toBe(401);
  expect(await asks(lost.access_token)).toBe(200);
  const second = await jsonOf(refresh(first.refresh_token));
  const third = await jsonOf(refresh(second.refresh_token));
  expect(await asks(third.access_token)).toBe(200);
  const reused = await refresh(first.refresh_token);
  expect(reused.status).toBe(400);
  expect(await jsonOf(reused)).toEqual({ error: 'invalid_grant' });
});

test('an access token expires, and a token that never expires is refused', async () => {
  const { access_token, refresh_token } = await jsonOf(
    token({ code: (await approve(authorizeUrl())).searchParams.get('code'), expiring: '1' }),
  );
  await store.post(`/_control/shops/${shop}`, { expireAccessTokens: true });
  expect(await asks(access_token)).toBe(401);
  const renewed = await jsonOf(token({ grant_type: 'refresh_token', refresh_token }));
  expect(await asks(renewed.access_token)).toBe(200);
  const forever = await jsonOf(token({ code: (await approve(authorizeUrl())).searchParams.get('code') }));
  expect(Object.keys(forever).toSorted()).toEqual(['access_token', 'scope']);
  expect(await asks(forever.access_token)).toBe(403);
});

test('a per-user grant identifies the person, without a consent page for someone signed in to the store', async () => {
  const url = authorizeUrl({ 'grant_options[]': 'per-user' });
  const page = await (await fetch(url)).text();
  expect(page).toContain('staff@new.store');
  const staff = await jsonOf(token({ code: (await approve(url, { person: 'staff' })).searchParams.get('code') }));
  expect(staff).toMatchObject({
    associated_user: { email: 'staff@new.store', account_owner: false, email_verified: true, collaborator: false },
    associated_user_scope: 'read_orders,write_orders',
  });
  expect(staff).not.toHaveProperty('refresh_token');

  const { people } = await jsonOf(store.get(`/_control/shops/${shop}`));
  const signedIn = await fetch(`${store.url}/shopify/${shop}/admin/apps/person`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ person: String(people[0].id) }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const straight = await fetch(url, { redirect: 'manual', headers: { cookie } });
  const code = new URL(straight.headers.get('location') ?? '').searchParams.get('code');
  expect((await jsonOf(token({ code }))).associated_user).toMatchObject({ account_owner: true });
});
