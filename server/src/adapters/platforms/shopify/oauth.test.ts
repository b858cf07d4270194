import { expect, test } from 'vitest';
import { missingScopes, shopifyScopes } from './scopes.ts';
import { aStore } from './store-server.testing.ts';

const domain = 'demo-store.myshopify.com';
const token = {
  access_token: 'shpat_1',
  scope: 'write_orders,read_locations',
  expires_in: 3600,
  refresh_token: 'shprt_1',
  refresh_token_expires_in: 7_776_000,
};

test('the consent page gets our scopes, the way back and the state', async () => {
  const { platform } = await aStore([]);
  const url = new URL(
    platform.authorizeUrl({ domain, redirectUri: 'https://app.example/shopify/callback', state: 's1' }),
  );
  expect(url.pathname).toBe(`/${domain}/admin/oauth/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'client',
    scope: shopifyScopes.join(','),
    redirect_uri: 'https://app.example/shopify/callback',
    state: 's1',
  });
});

test('a sign-in asks for the person', async () => {
  const { platform } = await aStore([]);
  const url = new URL(
    platform.authorizeUrl({ domain, redirectUri: 'https://app.example/x', state: 's', perUser: true }),
  );
  expect(url.searchParams.getAll('grant_options[]')).toEqual(['per-user']);
});

test('a code becomes an expiring token', async () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const { platform, received } = await aStore([{ body: token }], { now: () => now });
  expect(await platform.exchangeInstallCode(domain, 'c1')).toEqual({
    accessToken: 'shpat_1',
    scopes: ['write_orders', 'read_locations'],
    expiresAt: new Date('2026-11-20T11:00:00Z'),
    refreshToken: 'shprt_1',
    refreshTokenExpiresAt: new Date('2027-02-18T10:00:00Z'),
  });
  expect(received[0]?.path).toBe(`/${domain}/admin/oauth/access_token`);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    client_id: 'client',
    client_secret: 'secret',
    code: 'c1',
    expiring: '1',
  });
});

test('a custom app’s token that never expires is taken as such', async () => {
  const { platform } = await aStore([{ body: { access_token: 'shpat_1', scope: 'read_orders' } }]);
  expect(await platform.exchangeInstallCode(domain, 'c1')).toMatchObject({
    expiresAt: undefined,
    refreshToken: undefined,
  });
});

test('a refresh whose answer is lost is asked again with the same token, after growing pauses', async () => {
  const { platform, received, waits } = await aStore(['drop', { status: 502, body: '' }, { body: token }]);
  expect((await platform.refreshGrant(domain, 'old')).refreshToken).toBe('shprt_1');
  expect(received.map(({ body }) => JSON.parse(body).refresh_token)).toEqual(['old', 'old', 'old']);
  expect(waits).toEqual([400, 1600]);
});

test('a refused refresh means that access is gone, and is not repeated', async () => {
  const { platform, received } = await aStore([{ status: 400, body: { error: 'invalid_grant' } }]);
  await expect(platform.refreshGrant(domain, 'old')).rejects.toMatchObject({
    kind: 'unauthorised',
    platformWords: 'invalid_grant',
    requestId: 'req-1',
  });
  expect(received).toHaveLength(1);
});

test('a refresh token that is no longer active means that access is gone', async () => {
  const body = { error: 'invalid_request', error_description: 'This request requires an active refresh_token' };
  const { platform } = await aStore([{ status: 401, body }]);
  await expect(platform.refreshGrant(domain, 'old')).rejects.toMatchObject({ kind: 'unauthorised' });
});

test.each([301, 302, 400, 401, 403, 404, 408, 430, 503])(
  'a refresh that is answered with %i and without words about its token is unavailable, not a lost install',
  async (status) => {
    const { platform } = await aStore([{ status, body: { error: 'invalid_client' } }]);
    await expect(platform.refreshGrant(domain, 'old')).rejects.toMatchObject({ kind: 'unavailable' });
  },
);

test.each(['refresh_token', 'expires_in'] as const)(
  'a refresh whose answer has no %s is unavailable, so the stored refresh token is kept',
  async (missing) => {
    const { [missing]: _, ...body } = token;
    const { platform } = await aStore([{ body }]);
    await expect(platform.refreshGrant(domain, 'old')).rejects.toMatchObject({ kind: 'unavailable' });
  },
);

test('a code that was used before is refused in words, and is no lost access', async () => {
  const body = { error: 'invalid_request', error_description: 'The authorization code was already used' };
  const { platform } = await aStore([{ status: 400, body }]);
  await expect(platform.exchangeInstallCode(domain, 'c1')).rejects.toMatchObject({
    kind: 'rejected',
    platformWords: 'The authorization code was already used',
  });
});

test('a busy token endpoint is unavailable, not a lost install', async () => {
  const { platform } = await aStore([{ status: 429, headers: { 'retry-after': '3' }, body: '' }]);
  await expect(platform.refreshGrant(domain, 'old')).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: 3000 });
});

test('a per-user code tells who signed in', async () => {
  const person = { id: 902541635, first_name: 'Ayesha', last_name: 'Khan', email: 'ayesha@demo.store' };
  const rights = { account_owner: true, email_verified: true, collaborator: false, locale: 'en' };
  const body = { ...token, associated_user_scope: 'read_orders', associated_user: { ...person, ...rights } };
  const { platform } = await aStore([{ body }]);
  expect(await platform.exchangePersonCode(domain, 'c2')).toEqual({
    accessToken: token.access_token,
    userId: '902541635',
    firstName: 'Ayesha',
    lastName: 'Khan',
    email: 'ayesha@demo.store',
    emailVerified: true,
    accountOwner: true,
  });
});

test('the shop’s own token is no sign-in', async () => {
  const { platform } = await aStore([{ body: token }]);
  await expect(platform.exchangePersonCode(domain, 'c2')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a granted write includes its read; what is missing is named', () => {
  const writes = shopifyScopes.filter((scope) => scope.startsWith('write_'));
  expect(missingScopes([...writes, 'read_locations'])).toEqual([]);
  expect(missingScopes(writes)).toEqual(['read_locations']);
});
