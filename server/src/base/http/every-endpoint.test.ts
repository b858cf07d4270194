import { everyEndpoint } from '@courierdesk/contract/api';
import { apiBase } from '@courierdesk/contract/endpoint';
import { storeRowFile } from '@courierdesk/contract/imports';
import { Scope, scopeNeeds, type Access } from '@courierdesk/contract/scopes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { createSecondFactorToken } from '../../people/sessions/create-session.ts';
import { aUser } from '../../testing/factories.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aUserWithPasskey } from '../../people/two-factor/passkeys.testing.ts';
import { aUserWithTwoFactor, password, signInRemembered } from '../../people/two-factor/two-factor.testing.ts';
import { quickHash } from '../../testing/quick-hash.ts';

let server: TestServer;
let shop: BookableShop;
let stranger: BookableShop;
/** Requires two-factor of its staff. */
let strict: BookableShop;
/** The token of someone whose password was right and whose second factor is missing. */
let pending: string;
/** Tokens of sessions that have ended, by the way in which they did. */
const ended = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  stranger = await aBookableShop(server);
  strict = await aBookableShop(server);
  await withShop(server.context.db, strict.shopId, (trx) =>
    trx
      .insertInto('shop_setting')
      .values({ shop_id: strict.shopId, two_factor_required_since: server.clock.now })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ two_factor_required_since: server.clock.now }))
      .execute(),
  );
  const { userId } = await aUser(server.context, shop.shopId);
  pending = await withShop(server.context.db, shop.shopId, (trx) =>
    createSecondFactorToken(trx, { shopId: shop.shopId, userId, now: server.clock.now, ip: '', userAgent: '' }),
  );
  for (const [way, end] of Object.entries(waysToEnd)) {
    const user = await aUser(server.context, shop.shopId, { role: 'USER', scopes: Scope.options });
    expect((await server.call('GET', 'me', { token: user.token })).status).toBe(200);
    await end(user.token, user.userId);
    ended.set(way, user.token);
  }
});
afterAll(() => server?.close());

/** Bodies that are valid, but belong to another shop. */
const bodies: Record<string, unknown> = {
  resolveShipment: { release: true },
  updateOrderView: { page: 'orders' },
  editBatchRows: { all: true, set: { weight: 500 } },
  editUser: { first_name: 'Mine', last_name: 'Now', tag: 'MINE' },
  changeEmail: { email: 'mine@example.test' },
  renamePasskey: { name: 'Mine' },
  changeUserPassword: { password: 'quiet river lantern' },
  confirmBatchRows: { row_ids: ['0123456789abcdef01234567'], take: 'row' },
};

/** What an endpoint is asked, where its answer depends on that. */
const queries: Record<string, string> = { getUsers: '?page=orders', previewOldCustomers: '?years=2' };

const someId = '0123456789abcdef01234567';
const fill = (path: string, value = someId): string => path.replace(/:\w+/g, value);
const withWhatItNeeds = (scope: Scope): Scope[] => [scope, scopeNeeds[scope] ?? scope];
const dependentScopes = ({ access }: { access: Access }): Scope[] =>
  typeof access === 'string' ? [] : access.filter((scope) => scopeNeeds[scope]);
const guarded = everyEndpoint.filter((endpoint) => endpoint.access !== 'public');
const send = (endpoint: (typeof everyEndpoint)[number], token?: string, path = fill(endpoint.path)) =>
  server.call(endpoint.method, `${path.slice(1)}${queries[endpoint.name] ?? ''}`, {
    ...(token && { token }),
    ...(endpoint.method !== 'GET' && { body: {} }),
  });

/** Ways in which a session ends. */
const waysToEnd: Record<string, (token: string, userId: string) => Promise<unknown>> = {
  expired: (_, userId) => changeSession(userId, { expires_at: new Date(Date.now() - 1000) }),
  unused: (_, userId) => changeSession(userId, { last_used_at: new Date(Date.now() - 14 * 86_400_000 - 1000) }),
  'signed out': (token) => server.call('POST', 'logout', { token }),
  'signed out by the owner': (_, userId) =>
    server.call('PATCH', `change-password/${userId}`, {
      token: shop.token,
      body: { password: 'quiet river lantern', logoutFromAllDevices: true },
    }),
  restricted: (_, userId) => server.call('PUT', 'restrict-user', { token: shop.token, body: { id: userId } }),
  'restricted by hand': (_, userId) =>
    withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute(),
    ),
  deleted: (_, userId) => server.call('DELETE', `delete-user/${userId}`, { token: shop.token }),
};

const changeSession = (userId: string, change: { expires_at?: Date; last_used_at?: Date }) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('session').set(change).where('user_id', '=', userId).execute(),
  );

it('every endpoint of the contract is served, and no other call is', async () => {
  const document = await server.call('GET', 'openapi.json', { token: shop.token });
  const served = Object.entries(document.body.paths as Record<string, Record<string, unknown>>).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = everyEndpoint.map(
    (endpoint) => `${endpoint.method} ${apiBase}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(served.toSorted()).toEqual(declared.toSorted());
});

it.each(guarded)('$method $path refuses the signed-out', async (endpoint) => {
  for (const token of [undefined, 'nonsense', `${shop.shopId}.${'a'.repeat(43)}`]) {
    const refused = await send(endpoint, token);
    expect(refused.status).toBe(401);
    expect(refused.body.errors[0]).toEqual({ msg: 'Unauthorized', code: 'unauthorised' });
  }
});

it.each(guarded)('$method $path refuses someone whose second factor is missing', async (endpoint) => {
  const refused = await send(endpoint, pending);
  expect(refused.status).toBe(401);
  expect(refused.body.errors[0].code).toBe('unauthorised');
});

it.each(guarded)('$method $path refuses sessions that have ended, and those of restricted users', async (endpoint) => {
  expect([...ended.keys()]).toEqual(Object.keys(waysToEnd));
  for (const [way, token] of ended) {
    const { status, body } = await send(endpoint, token);
    expect({ way, status, code: body.errors[0].code }).toEqual({ way, status: 401, code: 'unauthorised' });
  }
});

it.each(guarded)('$method $path refuses staff who must set up two-factor first', async (endpoint) => {
  const { token, userId } = await aUser(server.context, strict.shopId, { role: 'USER', scopes: Scope.options });
  const answer = await send(endpoint, token);
  expect(answer.body.errors?.[0].code === 'two-factor-missing').toBe(!endpoint.duringTwoFactorSetUp);
  expect(answer.status === 403).toBe(!endpoint.duringTwoFactorSetUp);
  await withShop(server.context.db, strict.shopId, (trx) =>
    trx.updateTable('app_user').set({ two_factor_enabled: true }).where('id', '=', userId).execute(),
  );
  const free = await send(endpoint, token);
  expect(free.body.errors?.[0].code).not.toBe('two-factor-missing');
});

it.each(guarded.filter((endpoint) => endpoint.access !== 'signed-in'))(
  '$method $path refuses staff with every right but its own',
  async (endpoint) => {
    const needed: readonly string[] = Array.isArray(endpoint.access) ? endpoint.access : [];
    const scopes = Scope.options.filter((scope) => !needed.includes(scope));
    const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes });
    const refused = await send(endpoint, token);
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0].code).toBe('forbidden');
  },
);

it.each(guarded.filter((endpoint) => Array.isArray(endpoint.access)))(
  '$method $path lets each of its rights in',
  async (endpoint) => {
    for (const scope of Array.isArray(endpoint.access) ? endpoint.access : []) {
      const { token } = await aUser(server.context, shop.shopId, {
        role: 'USER',
        scopes: withWhatItNeeds(scope),
      });
      const answer = await send(endpoint, token);
      expect([401, 403]).not.toContain(answer.status);
      expect(answer.status).toBeLessThan(500);
    }
  },
);

it.each(guarded.filter((endpoint) => dependentScopes(endpoint).length > 0))(
  '$method $path refuses a scope without the scope that it needs',
  async (endpoint) => {
    for (const scope of dependentScopes(endpoint)) {
      const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes: [scope] });
      expect({ scope, status: (await send(endpoint, token)).status }).toEqual({ scope, status: 403 });
    }
  },
);

it('GET /get-users gives its page of users to owners only', async () => {
  const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes: Scope.options });
  for (const query of ['', '?page=1', '?page=2&limit=10'])
    expect((await server.call('GET', `get-users${query}`, { token })).status).toBe(403);
  expect((await server.call('GET', 'get-users?page=1', { token: shop.token })).status).toBe(200);
});

it.each(everyEndpoint)('$method $path keeps its answer out of caches', async (endpoint) => {
  const { token } = await aUser(server.context, shop.shopId);
  const answer = await send(endpoint, token);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('every failure has the shape of the contract', async () => {
  const bad = await server.call('POST', 'login-user', { body: { email: 'no', password: '' } });
  expect(bad.status).toBe(400);
  expect(bad.body.errors).toEqual([
    { msg: 'Email is required or invalid', code: 'invalid-input', field: 'email' },
    { msg: 'Password is required', code: 'invalid-input', field: 'password' },
  ]);
  expect(bad.body.request_id).toBe(bad.headers.get('x-request-id'));
  const missing = await server.call('GET', 'no-such-call');
  expect(missing.body.errors[0].code).toBe('not-found');
  const large = await server.call('POST', 'login-user', { body: { email: 'x'.repeat(200_000), password: 'x' } });
  expect(large.status).toBe(413);
});

it('a text that no database keeps is refused in words, not as a fault of ours', async () => {
  for (const search of ['dest=%00', 'query=a%00b', 'dest=%00&status=RTS']) {
    const { status, body } = await server.call('GET', `get-all-orders?${search}`, { token: shop.token });
    expect({ search, status, code: body.errors?.[0]?.code }).toEqual({ search, status: 400, code: 'invalid-input' });
    expect(body.errors[0].msg).toContain('cannot be saved');
  }
});

it('ids of another shop are not found, whatever is asked', async () => {
  const order = await stranger.newOrder();
  const { id, trackingNumber } = (await stranger.book(order, 'LEOPARD')).body.data;
  const mirrored = await server.call('GET', `get-order-from-shopify/${order.id}`, { token: stranger.token });
  const theirs: Record<string, string> = {
    'GET /shipments/:id': id,
    'POST /shipments/:id/resolution': id,
    'GET /track-order/:id': trackingNumber,
    'PUT /cancel-booking/:trackingNumber': trackingNumber,
    'GET /store-orders/:id': mirrored.body.orderData.id,
    'GET /get-order-from-shopify/:id': mirrored.body.orderData.id,
    'GET /get-edit-account/:id': stranger.accounts.LEOPARD,
    'GET /get-cities/:id': stranger.accounts.LEOPARD,
    'GET /courier-accounts/:id/push': stranger.accounts.LEOPARD,
    'POST /courier-accounts/:id/push': stranger.accounts.LEOPARD,
    'DELETE /courier-accounts/:id/push': stranger.accounts.LEOPARD,
  };
  const { userId: theirUser } = await aUser(server.context, stranger.shopId, { role: 'USER' });
  for (const call of [
    'GET /get-user-to-edit/:id',
    'PUT /edit-user/:id',
    'DELETE /delete-user/:id',
    'PUT /change-email/:id',
    'PATCH /change-password/:id',
  ])
    theirs[call] = theirUser;
  await server.sandbox.control(`orders/${order.id}`, { cancelFulfillments: true });
  await server.call('POST', 'comparisons', { token: stranger.token });
  await server.work('comparisons');
  const { data: theirDifferences } = (await server.call('GET', 'differences', { token: stranger.token })).body;
  const dismissal = { ids: [theirDifferences[0].id], reason: 'Agreed with the customer' };
  await server.call('POST', 'difference-dismissals', { token: stranger.token, body: dismissal });
  theirs['DELETE /difference-dismissals/:id'] = theirDifferences[0].id;
  const { data: theirSessions } = (await server.call('GET', 'sessions', { token: stranger.token })).body;
  theirs['DELETE /sessions/:id'] = theirSessions[0].id;
  const printed = await server.call('POST', 'shipments/labels', {
    token: stranger.token,
    body: { shipment_ids: [id], kind: 'packing-slip', size: 'a4-1' },
  });
  const sheets = await server.call('POST', 'load-sheets', { token: stranger.token, body: { shipment_ids: [id] } });
  theirs['PUT /send-email/:orderId'] = id;
  theirs['GET /shipments/labels/:id'] = printed.body.data.id;
  theirs['POST /shipments/labels/:id/ticket'] = printed.body.data.id;
  theirs['POST /load-sheets/:id/print'] = sheets.body.data[0].id;
  theirs['POST /load-sheets/:id/hand-over'] = sheets.body.data[0].id;
  const view = await server.call('POST', 'order-views', {
    token: stranger.token,
    body: { page: 'orders', name: 'Theirs', search: {}, columns: ['number'] },
  });
  theirs['PATCH /order-views/:id'] = view.body.data.id;
  theirs['DELETE /order-views/:id'] = view.body.data.id;
  const task = await server.call('POST', 'shipment-tasks', {
    token: stranger.token,
    body: { kind: 'track', selection: { ids: [id] } },
  });
  for (const endpoint of ['GET', 'DELETE']) theirs[`${endpoint} /shipment-tasks/:id`] = task.body.data.id;
  for (const what of ['retry', 'stop']) theirs[`POST /shipment-tasks/:id/${what}`] = task.body.data.id;
  const exported = await server.call('POST', 'export-orders?filter=STORE_ORDERS', { token: stranger.token });
  theirs['GET /exports/:id'] = exported.body.data.id;
  theirs['POST /exports/:id/ticket'] = exported.body.data.id;
  theirs['DELETE /exports/:id'] = exported.body.data.id;
  const imported = await server.call('POST', 'import-orders', {
    token: stranger.token,
    body: { ordersData: [{ tracking_number: trackingNumber, payment_status: 'PAID' }] },
  });
  for (const call of ['GET /imports/:id', 'GET /imports/:id/rows', 'POST /imports/:id/failed-rows'])
    theirs[call] = imported.body.data.id;
  const file = await fetch(`${server.url}${apiBase}/imports/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stranger.token}`, 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify({ line: 2, tracking_number: trackingNumber, payment_status: 'PAID' })}\n`,
  });
  const { data: storedFile } = storeRowFile.reply.parse(await file.json());
  const preview = await server.call('POST', 'imports/preview', {
    token: stranger.token,
    body: { kind: 'payment-status', file_id: storedFile.id },
  });
  theirs['GET /imports/previews/:id'] = preview.body.job.id;
  const { data: person } = (await server.call('GET', 'me', { token: stranger.token })).body;
  for (const path of [
    '/:id/all-orders-count',
    '/chart-order-count/:id',
    '/find-individual-order-count/:id',
    '/:id/work',
  ])
    theirs[`GET /staff${path}`] = person._id;
  const batch = await server.call('POST', 'batches', {
    token: stranger.token,
    body: { order_ids: [(await stranger.newOrder()).id] },
  });
  for (const call of ['GET', 'DELETE']) theirs[`${call} /batches/:id`] = batch.body.data.id;
  theirs['PATCH /batches/:id/rows'] = batch.body.data.id;
  for (const call of ['book', 'retry', 'confirm', 'stop']) theirs[`POST /batches/:id/${call}`] = batch.body.data.id;
  const { userId: staff } = await aUser(server.context, stranger.shopId, { role: 'USER' });
  theirs['DELETE /users/:id/two-factor'] = staff;
  const { passkeyId } = await aUserWithPasskey(server, stranger.shopId);
  theirs['PATCH /passkeys/:id'] = passkeyId;
  theirs['POST /passkeys/:id/remove'] = passkeyId;
  const remembered = await aUserWithTwoFactor(server, stranger.shopId, { passwordHash: await quickHash(password) });
  const { token } = await signInRemembered(server, remembered);
  const { data: devices } = (await server.call('GET', 'remembered-devices', { token })).body;
  theirs['DELETE /remembered-devices/:id'] = devices[0].id;
  const withIds = guarded.filter((endpoint) => endpoint.path.includes(':'));
  expect(withIds.map((endpoint) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
    Object.keys(theirs).toSorted(),
  );
  for (const endpoint of withIds) {
    const value = theirs[`${endpoint.method} ${endpoint.path}`] ?? '';
    const body = bodies[endpoint.name] ?? {};
    const path = fill(endpoint.path, value).slice(1);
    const asked = { ...(endpoint.method !== 'GET' && { body }) };
    const own = await server.call(endpoint.method, path, { token: shop.token, ...asked });
    expect({ endpoint: endpoint.name, status: own.status }).toEqual({ endpoint: endpoint.name, status: 404 });
  }
  const input = await shop.form(await shop.newOrder(), 'LEOPARD');
  const foreignAccount = { ...input, tracking_account: stranger.accounts.LEOPARD };
  expect((await server.call('POST', 'book-order', { token: shop.token, body: foreignAccount })).status).toBe(404);
  const edit = { id: stranger.accounts.LEOPARD, account_name: 'Mine now' };
  expect((await server.call('PUT', 'update-account', { token: shop.token, body: edit })).status).toBe(404);
  for (const [method, path, body] of [
    ['PUT', 'restrict-user', { id: theirUser }],
    ['PUT', 'edit-tag', { id: theirUser, tag: 'MINE' }],
    ['POST', 'resend-email', { account_id: theirUser, email: 'mine@example.test' }],
  ] as const)
    expect((await server.call(method, path, { token: shop.token, body })).status).toBe(404);
  const foreign = { ids: [id] };
  for (const [path, body] of [
    ['shipments/selection', { selection: foreign }],
    ['shipment-tasks', { kind: 'cancel', selection: foreign }],
    ['store-orders/selection', { selection: { ids: [theirs['GET /store-orders/:id']] } }],
    ['store-orders/assign-account', { selection: { ids: [theirs['GET /store-orders/:id']] }, account_id: null }],
  ] as const)
    expect((await server.call('POST', path, { token: shop.token, body })).status).toBe(404);
  const deleted = await server.call('DELETE', 'delete-order', { token: shop.token, body: { orderId: id } });
  expect(deleted.status).toBe(404);
  const list = await server.call('GET', `get-all-orders?query=${trackingNumber}`, { token: shop.token });
  expect(list.body).toMatchObject({ data: [], totalOrders: 0 });
});
