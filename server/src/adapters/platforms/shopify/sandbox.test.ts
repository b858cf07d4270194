import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { startSandboxProcess, type SandboxProcess } from '../../../testing/sandbox-process.ts';
import { nextFulfilmentStep, type DesiredFulfilment } from '../fulfilment-plan.ts';
import { PlatformError, type Platform, type PlatformAccess, type PlatformOrder } from '../platform.ts';
import { createShopify, type Shopify } from './client.ts';
import type { PlatformGrant } from '../sign-in.ts';
import { createShopifyPlatform } from './platform.ts';
import { missingScopes } from './scopes.ts';
import { webhookTopics } from '../webhooks.ts';

const appUrl = 'http://localhost:3999';
const redirectUri = `${appUrl}/shopify/callback`;
const domain = 'adapter.myshopify.com';
const number = 'LE7501234567';

let sandbox: SandboxProcess;
let shopify: Shopify;
let platform: Platform;
let access: PlatformAccess;

beforeAll(async () => {
  sandbox = await startSandboxProcess({ appUrl });
  shopify = createShopify({
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    baseUrl: (shop) => `${sandbox.url}/shopify/${shop}`,
  });
  platform = createShopifyPlatform(shopify);
});

afterAll(() => sandbox.close());

beforeEach(async () => {
  await sandbox.control('reset', {});
  access = accessWith(await install());
});

test('an install ends with a token for all our scopes', async () => {
  const grant = await install();
  expect(missingScopes(grant.scopes)).toEqual([]);
  expect(grant.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  expect(await platform.shopInfo(accessWith(grant))).toMatchObject({
    domain,
    currency: 'PKR',
    timeZone: 'Asia/Karachi',
  });
});

test('a code is good for one exchange', async () => {
  const code = await consent({});
  await platform.exchangeInstallCode(domain, code);
  await expect(platform.exchangeInstallCode(domain, code)).rejects.toMatchObject({ kind: 'rejected' });
});

test('a sign-in tells who the person is', async () => {
  const owner = await platform.exchangePersonCode(domain, await consent({ perUser: true }));
  expect(owner).toMatchObject({ accountOwner: true, emailVerified: true });
  expect(owner.userId).toMatch(/^\d+$/);
});

test('links of the store verify: launch, one order, a selection of one and of two', async () => {
  const [first, second] = await placeOrders({ count: 2 });
  const ids = [first?.id ?? '', second?.id ?? ''];
  const links = async (query: string) => Links.parse(await sandbox.control(`links?shop=${domain}&ids=${query}`));
  const one = await links(ids[0] ?? '');
  const two = await links(ids.join(','));
  const read = (link: string | null) => platform.verifyQuery((link ?? '').split('?')[1] ?? '');
  expect(read(one.launch)).toMatchObject({ domain, orderIds: [] });
  expect(read(one.single)).toMatchObject({ domain, orderIds: [ids[0]] });
  expect(read(one.bulk)).toMatchObject({ domain, orderIds: [ids[0]] });
  expect(read(two.bulk)).toMatchObject({ domain, orderIds: ids });
});

test('an expired token is renewed once and both tokens are replaced', async () => {
  const grant = await install();
  await sandbox.control(`shops/${domain}`, { expireAccessTokens: true });
  const renewing = accessWith(grant);
  expect((await platform.shopInfo(renewing)).domain).toBe(domain);
  expect(renewing.grants).toHaveLength(2);
  expect(renewing.grants[1]?.refreshToken).not.toBe(grant.refreshToken);
});

test('after an uninstall access is gone, for calls and for renewals', async () => {
  await sandbox.control(`shops/${domain}`, { uninstall: true });
  await expect(platform.shopInfo(access)).rejects.toMatchObject({ kind: 'unauthorised' });
});

test('orders are read by id, as they are in the store', async () => {
  const [placed] = await placeOrders({
    lines: [{ title: 'Kurta', price: 1250.5, quantity: 2, sku: 'K-1' }],
    shipping: 200,
    payment: 'cod',
    city: 'Lahor',
    tags: ['vip'],
  });
  const [order, gone] = await platform.ordersByIds(access, [placed?.id ?? '', '999']);
  expect(gone).toBeUndefined();
  expect(order).toMatchObject({
    platformOrderId: placed?.id,
    name: placed?.name,
    total: '2701.00',
    outstanding: '2701.00',
    shippingPrice: '200.00',
    fulfilmentStatus: 'UNFULFILLED',
    tags: ['vip'],
    hasAddress: true,
    shipTo: { city: 'Lahor' },
    lines: [{ title: 'Kurta', sku: 'K-1', quantity: 2, unfulfilledQuantity: 2, unitPrice: '1250.50' }],
  });
});

test('an app without approval for customer data sees orders without a customer', async () => {
  const [placed] = await placeOrders({});
  await sandbox.control(`shops/${domain}`, { settings: { customerDataApproved: false } });
  const [order] = await platform.ordersByIds(access, [placed?.id ?? '']);
  expect(order).toMatchObject({ email: '', phone: '', hasAddress: false, shipTo: { name: '', phone: '' } });
});

test('changed orders come page by page, oldest change first, and none twice', async () => {
  const placed = await placeOrders({ count: 60 });
  const seen: PlatformOrder[] = [];
  let cursor: string | undefined;
  do {
    const page = await platform.ordersChangedSince(access, { since: new Date(0), cursor, limit: 40 });
    seen.push(...page.orders);
    cursor = page.cursor;
  } while (cursor);
  expect(idsOf(seen).toSorted()).toEqual(placed.map(({ id }) => id).toSorted());
  const times = seen.map(({ updatedAt }) => updatedAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('an export has the same orders as reading them one by one', async () => {
  const placed = await placeOrders({ count: 40 });
  const { operationId } = await platform.startBackfill(access, new Date(0));
  await expect.poll(() => platform.backfillState(access, operationId)).toMatchObject({ state: 'done' });
  const result = await platform.backfillState(access, operationId);
  if (result.state !== 'done' || !result.file) throw new Error('the export has no file');
  expect(result.orders).toBe(await platform.countOrders(access, new Date(0)));
  const exported: PlatformOrder[] = [];
  for await (const { order } of platform.readBackfill(access, result.file, 0)) exported.push(order);
  const read = await platform.ordersByIds(access, idsOf(exported));
  // An export does not say which lines are in a fulfilment order.
  const withoutLines = read.map((order) => ({
    ...order,
    fulfilmentOrders: order?.fulfilmentOrders.map((one) => ({ ...one, lines: [] })),
  }));
  expect(exported).toEqual(withoutLines);
  expect(idsOf(exported).toSorted()).toEqual(placed.map(({ id }) => id).toSorted());
});

test('an order of several locations is fulfilled in each, once, and un-fulfilled again', async () => {
  await sandbox.control(`shops/${domain}`, { settings: { locations: 2 } });
  const { id, wanted } = await anOrder();
  expect(await converge(id, wanted)).toBe('done');
  const view = await inStore(id);
  expect(view.fulfillments.map(({ status, tracking }) => [status, tracking[0]?.number])).toEqual([
    ['SUCCESS', number],
    ['SUCCESS', number],
  ]);
  expect(view.fulfillment_status).toBe('FULFILLED');
  expect(await converge(id, wanted)).toBe('done');
  expect((await inStore(id)).fulfillments).toHaveLength(2);

  expect(await converge(id, nothingOf(wanted))).toBe('done');
  const after = await inStore(id);
  expect(after.fulfillments.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  expect(after.fulfillment_status).toBe('UNFULFILLED');
});

test('after a cancel the order can be fulfilled with a new number', async () => {
  const { id, wanted } = await anOrder();
  await converge(id, wanted);
  await converge(id, nothingOf(wanted));
  expect(await converge(id, { ...wanted, trackingNumber: 'TCS1' })).toBe('done');
  expect((await inStore(id)).fulfillments.map(({ status }) => status)).toEqual(['CANCELLED', 'SUCCESS']);
});

test('a fulfilment whose answer is lost is found in the store and not made twice', async () => {
  await sandbox.control(`shops/${domain}`, { settings: { locations: 2 } });
  const { id, wanted } = await anOrder();
  await sandbox.control('faults', { target: 'shopify', operation: 'fulfillmentCreate', kind: 'lose-answer', times: 1 });
  expect(await converge(id, wanted)).toBe('uncertain');
  expect(await converge(id, wanted)).toBe('done');
  expect((await inStore(id)).fulfillments).toHaveLength(2);
});

test('an item added after booking stays unfulfilled', async () => {
  const { id, wanted } = await anOrder();
  await sandbox.control(`orders/${id}`, { addLine: { title: 'Extra', price: 100 } });
  expect(await converge(id, wanted)).toBe('done');
  expect((await inStore(id)).fulfillment_status).toBe('PARTIALLY_FULFILLED');
});

test('holds, schedules, cancellations and other people’s fulfilments are reported', async () => {
  const held = await anOrder({ hold: 'AWAITING_PAYMENT' });
  expect(await converge(held.id, held.wanted)).toBe('on-hold');
  await sandbox.control(`orders/${held.id}`, { release: true });
  expect(await converge(held.id, held.wanted)).toBe('done');

  const later = await anOrder({ fulfillAt: new Date(Date.now() + 86_400_000).toISOString() });
  expect(await converge(later.id, later.wanted)).toBe('scheduled');

  const cancelled = await anOrder();
  await sandbox.control(`orders/${cancelled.id}`, { cancel: true });
  expect(await converge(cancelled.id, cancelled.wanted)).toBe('cancelled-in-store');

  const elsewhere = await anOrder();
  await sandbox.control(`orders/${elsewhere.id}`, { fulfill: { number: 'BY-HAND', company: 'Rider' } });
  expect(await converge(elsewhere.id, elsewhere.wanted)).toBe('fulfilled-elsewhere');

  const undone = await anOrder();
  await converge(undone.id, undone.wanted);
  await sandbox.control(`orders/${undone.id}`, { cancelFulfillments: true });
  expect(await converge(undone.id, undone.wanted)).toBe('undone-in-store');
});

test('a fulfilment follows the parcel', async () => {
  const { id, wanted } = await anOrder();
  await converge(id, wanted);
  const state = await platform.fulfilmentState(access, id);
  const fulfilmentId = state?.fulfilments[0]?.id ?? '';
  await platform.addFulfilmentEvent(access, { fulfilmentId, status: 'IN_TRANSIT', happenedAt: new Date() });
  await platform.addFulfilmentEvent(access, {
    fulfilmentId,
    status: 'DELIVERED',
    happenedAt: new Date(),
    message: 'Hand to hand',
  });
  expect((await inStore(id)).fulfillments[0]).toMatchObject({
    events: ['IN_TRANSIT', 'DELIVERED'],
    display_status: 'DELIVERED',
  });
});

test('tags come and go, whatever is lost on the way', async () => {
  const { id } = await anOrder({ tags: ['vip'] });
  await sandbox.control('faults', { target: 'shopify', operation: 'tagsAdd', kind: 'lose-answer', times: 1 });
  await platform.addTags(access, id, ['booked', 'lahore']);
  await platform.addTags(access, id, ['booked']);
  expect((await inStore(id)).tags).toEqual(['booked', 'lahore', 'vip']);
  await platform.removeTags(access, id, ['lahore', 'never there']);
  expect((await inStore(id)).tags).toEqual(['booked', 'vip']);
  await expect(platform.addTags(access, '999', ['x'])).rejects.toMatchObject({ kind: 'rejected' });
});

test('an order is marked as paid, also when the answer is lost', async () => {
  const { id } = await anOrder({ payment: 'cod', lines: [{ title: 'Shirt', price: 1700 }], shipping: 0 });
  expect(await platform.markPaid(access, id, ['900'])).toEqual({
    ...{ isPaid: false, isAllowed: true, wouldCharge: false, open: '1700.00', currency: 'PKR' },
  });
  await sandbox.control('faults', { target: 'shopify', operation: 'orderMarkAsPaid', kind: 'lose-answer', times: 1 });
  expect((await platform.markPaid(access, id, ['1700']))?.isPaid).toBe(true);
  expect((await inStore(id)).financial_status).toBe('PAID');
  expect((await platform.markPaid(access, id, ['1700']))?.isPaid).toBe(true);
  const cancelled = await anOrder();
  await sandbox.control(`orders/${cancelled.id}`, { cancel: true });
  expect(await platform.markPaid(access, cancelled.id, ['0'])).toMatchObject({ isPaid: false, isAllowed: false });
});

test('webhooks are subscribed once, and move to another address', async () => {
  const topics = async () => Subscriptions.parse(await sandbox.control(`shops/${domain}`)).webhooks;
  await platform.reconcileWebhooks(access, `${appUrl}/webhooks/shopify`);
  await platform.reconcileWebhooks(access, `${appUrl}/webhooks/shopify`);
  expect(await topics()).toHaveLength(webhookTopics.length);
  await platform.reconcileWebhooks(access, `${appUrl}/elsewhere`);
  expect(new Set((await topics()).map(({ uri }) => uri))).toEqual(new Set([`${appUrl}/elsewhere`]));
});

test('an emptied bucket slows calls down and fails none', async () => {
  await sandbox.control(`shops/${domain}`, { settings: { throttle: { maximumAvailable: 1000, restoreRate: 2000 } } });
  const placed = await placeOrders({ count: 4 });
  const states = await Promise.all(
    Array.from({ length: 24 }, (_, n) => platform.fulfilmentState(access, placed[n % 4]?.id ?? '')),
  );
  expect(states.every((state) => state !== undefined)).toBe(true);
});

test('the store refuses nothing of an ordinary booking', async () => {
  const { id, wanted } = await anOrder();
  await converge(id, wanted);
  await platform.ordersChangedSince(access, { since: new Date(0), limit: 5 });
  expect(await sandbox.control('rejected')).toEqual({ rejected: [] });
});

const nothingOf = (wanted: DesiredFulfilment): DesiredFulfilment => ({ ...wanted, nothing: true });

/** Does what the plan says until it has nothing more to do; says how it ended. */
async function converge(platformOrderId: string, wanted: DesiredFulfilment): Promise<string> {
  for (;;) {
    const state = await platform.fulfilmentState(access, platformOrderId);
    if (!state) return 'gone';
    const step = nextFulfilmentStep(state, wanted);
    if (step.kind === 'blocked') return step.reason;
    if (step.kind === 'done' || step.kind === 'cancelled-in-store') return step.kind;
    try {
      if (step.kind === 'cancel') {
        for (const id of step.fulfilmentIds) await platform.cancelFulfilment(access, id);
      } else {
        const tracking = { number: wanted.trackingNumber, company: 'Leopards Courier', url: `${appUrl}/track/x` };
        for (const { fulfilmentOrders } of step.groups) {
          await platform.fulfil(access, { fulfilmentOrders, tracking, notifyCustomer: false });
        }
      }
    } catch (error) {
      if (error instanceof PlatformError) return error.kind;
      throw error;
    }
  }
}

async function anOrder(given: Record<string, unknown> = {}): Promise<{ id: string; wanted: DesiredFulfilment }> {
  const lines = [
    { title: 'Kurta', price: 1250, quantity: 2 },
    { title: 'Dupatta', price: 600, quantity: 1 },
  ];
  const [placed] = await placeOrders({ lines, payment: 'cod', ...given });
  const id = placed?.id ?? '';
  const [order] = await platform.ordersByIds(access, [id]);
  const wantedLines = (order?.lines ?? []).map(({ lineId, unfulfilledQuantity }) => ({
    lineId,
    quantity: unfulfilledQuantity,
  }));
  return { id, wanted: { trackingNumber: number, lines: wantedLines, parcelNumbers: [number] } };
}

async function placeOrders(given: Record<string, unknown>): Promise<z.output<typeof StoreOrder>[]> {
  return z.object({ orders: z.array(StoreOrder) }).parse(await sandbox.control('orders', { shop: domain, ...given }))
    .orders;
}

async function inStore(id: string): Promise<z.output<typeof StoreOrder>> {
  return StoreOrder.parse(await sandbox.control(`orders/${id}`));
}

async function install(): Promise<PlatformGrant> {
  return platform.exchangeInstallCode(domain, await consent({}));
}

/** What a merchant's browser does: opens the consent page, approves, comes back with a signed code. */
async function consent(input: { perUser?: boolean }): Promise<string> {
  const url = platform.authorizeUrl({ domain, redirectUri, state: 'state-1', ...input });
  const approve = { method: 'POST', body: new URLSearchParams({ decision: 'approve' }), redirect: 'manual' } as const;
  const answer = await fetch(url, approve);
  const location = new URL(answer.headers.get('location') ?? '');
  const callback = platform.verifyQuery(location.search.slice(1));
  expect(callback).toMatchObject({ domain, state: 'state-1' });
  return callback?.code ?? '';
}

function accessWith(first: PlatformGrant): PlatformAccess & { grants: PlatformGrant[] } {
  const grants = [first];
  const latest = () => grants.at(-1) ?? first;
  return {
    domain,
    grants,
    token: async () => latest().accessToken,
    renewedToken: async () => {
      grants.push(await platform.refreshGrant(domain, latest().refreshToken ?? ''));
      return latest().accessToken;
    },
  };
}

function idsOf(orders: readonly PlatformOrder[]): string[] {
  return orders.map(({ platformOrderId }) => platformOrderId);
}

const Links = z.object({ launch: z.string(), single: z.string().nullable(), bulk: z.string().nullable() });

const Subscriptions = z.object({ webhooks: z.array(z.object({ uri: z.string() })) });

const StoreOrder = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  financial_status: z.string().nullable(),
  fulfillment_status: z.string(),
  fulfillments: z.array(
    z.object({
      status: z.string(),
      display_status: z.string(),
      events: z.array(z.string()),
      tracking: z.array(z.object({ number: z.string().nullable() })),
    }),
  ),
});
