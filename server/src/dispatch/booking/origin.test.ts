import type { BatchRow } from '@courierdesk/contract/batch';
import type { IssueCode } from '@courierdesk/contract/issues';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../../scripts/seeded-random.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aBatch, type TestBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

/** `ORIGIN_SEED` and `ORIGIN_STEPS` run other steps, or more of them. */
const seed = Number(process.env['ORIGIN_SEED'] ?? 2026);
const steps = Number(process.env['ORIGIN_STEPS'] ?? 250);

let server: TestServer;
let shop: BookableShop;
const random = seededRandom(seed);
const chance = (share: number): boolean => random() < share;
function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
});
afterAll(() => server?.close());

type Order = { id: string; name: string };

type InStore = {
  cancelled_at: string | null;
  financial_status: string;
  outstanding: string;
  shipping_address: { address1: string; city: string; phone: string | null } | null;
  phone: string | null;
  lines: { title: string; quantity: number; fulfilled: number; price: string }[];
  fulfillment_orders: { status: string }[];
  fulfillments: { status: string; tracking_number: string | null }[];
};

type Consignment = {
  courier: string;
  tracking_number: string;
  state: string;
  cancelled: boolean;
  consignee: { phone: string; address: string };
  destination_city: string;
  cod: number;
  contents: string;
  remarks: string;
};

const inStore = async ({ id }: Order): Promise<InStore> => (await server.sandbox.control(`orders/${id}`)) as InStore;
const consignments = async (): Promise<Consignment[]> => (await shop.consignments()) as unknown as Consignment[];

/** What a person typed for an order, and what the store said of these fields then. */
type Typed = { values: Record<string, unknown>; seen: InStore };

const cities = ['Lahore', 'Karachi', 'Multan'];
const companies = ['LEOPARD', 'POSTEX'] as const;
let numbers = 0;
const unique = (): number => (numbers += 1);
const aPhone = (): string => `0305${String(1_000_000 + unique())}`;
const anAddress = (): string => `House ${unique()} Canal Road`;

const aNewOrder = (): Promise<Order> =>
  shop.newOrder({
    lines: [
      { title: `Shirt ${unique()}`, price: 1500, quantity: pick([1, 2, 3]) },
      ...(chance(0.4) ? [{ title: `Mug ${unique()}`, price: 400 }] : []),
    ],
    shipping: 0,
    discountCode: null,
    phone: aPhone(),
    address: { address1: anAddress(), address2: '', company: '' },
    city: pick(cities),
    payment: chance(0.2) ? 'paid' : 'cod',
  });

const last10 = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Titles and quantities in the contents that the courier has, such as `2 x Shirt 1, 1 x Mug 2`. */
const unitsIn = ({ contents, remarks }: Consignment): Map<string, number> =>
  new Map(
    [...`${contents} ${remarks}`.matchAll(/(\d+) x ((?:Shirt|Mug|Ring) \d+)/g)].map(([, quantity = '', title = '']) => [
      title,
      Number(quantity),
    ]),
  );

/** Why an order of the store must not be booked unless a person confirmed something. */
const stopsOf = (order: InStore): IssueCode[] => [
  ...(order.fulfillment_orders.some(({ status }) => status === 'ON_HOLD') ? (['on-hold'] as const) : []),
  ...(order.financial_status === 'AUTHORIZED' && Number(order.outstanding) > 0 ? (['payment-unsettled'] as const) : []),
];

const violations: string[] = [];
const counts = { booked: 0, refused: 0, storeChanges: 0, batches: 0, merges: 0 };

/** `kept`: what was typed counts although the store changed since. `confirmed`: the warnings that a person confirmed. */
type Decided = { kept: boolean; confirmed: ReadonlySet<IssueCode> | 'all' };

/** Compares a new consignment with what the store says of its orders, and with what was typed for it. */
function judge(
  parcel: Consignment,
  orders: readonly { order: Order; store: InStore }[],
  { typed, kept, confirmed, how }: Decided & { typed: Typed | undefined; how: string },
): void {
  counts.booked += 1;
  const wrong = (what: string): void =>
    void violations.push(
      `${how}: ${parcel.tracking_number} of ${orders.map(({ order }) => order.name).join()}: ${what}`,
    );
  const [first] = orders;
  if (!first) return wrong('no order');
  const address = first.store.shipping_address;
  // A value that was typed counts while the store says what it said then, or after a person confirmed.
  const may = (name: string, of: (store: InStore) => unknown): unknown =>
    typed && name in typed.values && (kept || JSON.stringify(of(typed.seen)) === JSON.stringify(of(first.store)))
      ? typed.values[name]
      : undefined;
  const expectedAddress = may('consignee_address', ({ shipping_address: one }) => one?.address1) ?? address?.address1;
  if (!parcel.consignee.address.includes(String(expectedAddress)))
    wrong(`address ${parcel.consignee.address} instead of ${String(expectedAddress)}`);
  const expectedPhone =
    may('consignee_phone', (one) => [one.shipping_address?.phone, one.phone]) ?? address?.phone ?? first.store.phone;
  if (last10(parcel.consignee.phone) !== last10(String(expectedPhone)))
    wrong(`phone ${parcel.consignee.phone} instead of ${String(expectedPhone)}`);
  const expectedCity = may('city', ({ shipping_address: one }) => one?.city) ?? address?.city;
  if (parcel.destination_city.toLowerCase() !== String(expectedCity).toLowerCase())
    wrong(`city ${parcel.destination_city} instead of ${String(expectedCity)}`);
  const inParcel = unitsIn(parcel);
  const due = orders.reduce((sum, { store }) => {
    const open = Math.max(0, Number(store.outstanding));
    const isWhole = store.lines.every((line) => (inParcel.get(line.title) ?? 0) >= line.quantity);
    const worth = store.lines.reduce((all, line) => all + (inParcel.get(line.title) ?? 0) * Number(line.price), 0);
    return sum + (isWhole ? open : Math.min(open, worth));
  }, 0);
  const expectedCod = may('cod_amount', ({ outstanding }) => outstanding) ?? due;
  if (parcel.cod !== Math.round(Number(expectedCod)))
    wrong(`COD ${parcel.cod} instead of ${String(expectedCod)} for ${[...inParcel.keys()].join(', ')}`);
  for (const { order, store } of orders) {
    if (store.cancelled_at) wrong(`${order.name} is cancelled in the store`);
    for (const stop of stopsOf(store))
      if (confirmed !== 'all' && !confirmed.has(stop)) wrong(`${order.name} is ${stop}, and no person confirmed it`);
  }
}

/** No unit is in two parcels that are on their way or delivered. */
async function judgeUnits(orders: readonly Order[]): Promise<void> {
  const live = (await consignments()).filter(({ cancelled, state }) => !cancelled && state !== 'returned');
  for (const order of orders) {
    const store = await inStore(order);
    for (const line of store.lines) {
      const inParcels = live.reduce((sum, one) => sum + (unitsIn(one).get(line.title) ?? 0), 0);
      // The store may take items away after they were booked.
      const most = Math.max(line.quantity, mostOrdered.get(line.title) ?? 0);
      mostOrdered.set(line.title, most);
      if (inParcels > most) violations.push(`${order.name}: ${inParcels} of ${most} x ${line.title} are in parcels`);
    }
  }
}
const mostOrdered = new Map<string, number>();

async function newConsignments(before: readonly Consignment[]): Promise<Consignment[]> {
  const known = new Set(before.map((one) => one.tracking_number));
  return (await consignments()).filter((one) => !known.has(one.tracking_number));
}

async function typedFor(order: Order): Promise<Typed> {
  const seen = await inStore(order);
  const values: Record<string, unknown> = {};
  if (chance(0.3)) values['consignee_address'] = anAddress();
  if (chance(0.3)) values['consignee_phone'] = aPhone();
  if (chance(0.3)) values['cod_amount'] = 100 + unique();
  return { values, seen };
}

/** Sends the form again with what the reply asks, if the person confirms. */
async function sendForm(path: string, body: Record<string, unknown>, confirms: boolean): Promise<Answer> {
  const confirmed: unknown[] = [];
  for (let asked = 0; ; asked += 1) {
    const reply = await server.call('POST', path, { token: shop.token, body: { ...body, confirmed } });
    const issues = reply.body.errors?.[0]?.detail?.issues;
    if (!issues || !confirms || asked === 5) return reply;
    confirmed.push(...issues);
  }
}

const deciding = (confirms: boolean): Decided => ({ kept: confirms, confirmed: confirms ? 'all' : new Set() });

const openForms: { order: Order; body: Record<string, unknown>; typed: Typed }[] = [];

async function openForm(orders: readonly Order[]): Promise<void> {
  const order = pick(orders);
  const typed = await typedFor(order);
  const { orderData } = (await server.call('GET', `get-order-from-shopify/${order.id}`, { token: shop.token })).body;
  if (!orderData?.consignee_address || !orderData.products_list) return;
  const body = await shop.form(order, pick(companies), typed.values);
  openForms.push({ order, body, typed });
}

/** Books a form that may have been opened long ago. */
async function bookForm(): Promise<void> {
  const [form] = openForms.splice(Math.floor(random() * openForms.length), 1);
  if (!form) return;
  const confirms = chance(0.6);
  const before = await consignments();
  const store = await inStore(form.order);
  const reply = await sendForm('book-order', form.body, confirms);
  if (reply.status !== 200) counts.refused += 1;
  for (const parcel of await newConsignments(before))
    judge(parcel, [{ order: form.order, store }], { typed: form.typed, ...deciding(confirms), how: 'form' });
}

async function bookMerge(orders: readonly Order[]): Promise<void> {
  const [one, other] = [pick(orders), pick(orders)];
  if (one.id === other.id) return;
  const asked = await server.call('POST', 'merged-orders', {
    token: shop.token,
    body: { ordersIdsArray: [one.id, other.id] },
  });
  const { ordersData } = asked.body;
  if (!ordersData?.orders[0]?.consignee_address) return;
  const form = mergeFormOf(ordersData, await shop.form(one, pick(companies)));
  const confirms = chance(0.5);
  const before = await consignments();
  const stores = [
    { order: one, store: await inStore(one) },
    { order: other, store: await inStore(other) },
  ];
  await sendForm('book-orders', form, confirms);
  counts.merges += 1;
  for (const parcel of await newConsignments(before)) {
    judge(parcel, stores, { typed: undefined, ...deciding(confirms), how: 'merge' });
  }
}

type OpenBatch = {
  batch: TestBatch;
  orders: Order[];
  typed: Map<string, Typed>;
  kept: Set<string>;
  confirmed: Map<string, Set<IssueCode>>;
};
const batches: OpenBatch[] = [];

async function makeBatch(orders: readonly Order[]): Promise<void> {
  const some = [...new Set([pick(orders), pick(orders), pick(orders)])];
  const account = chance(0.7) ? shop.accounts[pick(companies)] : undefined;
  const batch = await aBatch(server, shop, some, account === undefined ? {} : { account });
  counts.batches += 1;
  batches.push({ batch, orders: some, typed: new Map(), kept: new Set(), confirmed: new Map() });
}

async function workOnBatch(): Promise<void> {
  if (batches.length === 0) return;
  const one = pick(batches);
  const { rows } = await one.batch.read();
  const row = rows.find((it) => it.state === 'draft' && chance(0.7));
  const order = row && one.orders.find(({ name }) => name === row.order_name);
  if (!row || !order) return;
  if (chance(0.5)) return confirmRow(one, row, order);
  const typed = await typedFor(order);
  const reply = await one.batch.set(row, typed.values);
  const refused = new Set((reply.body.refused ?? []).map((it: { field: string }) => it.field));
  // The row was filled before: what the store says now counts only if the row shows it.
  const known = one.typed.get(order.name);
  for (const name of Object.keys(typed.values)) if (refused.has(name)) delete typed.values[name];
  one.typed.set(order.name, { values: { ...known?.values, ...typed.values }, seen: typed.seen });
  one.kept.delete(order.name);
}

async function confirmRow(one: OpenBatch, row: BatchRow, order: Order): Promise<void> {
  const accept = row.issues
    .filter(({ level, code }) => level === 'warning' && code !== 'entered-before-change')
    .map(({ code, subject }) => ({ code, subject }));
  if (accept.length > 0) await one.batch.set(row, { accept });
  if (row.issues.some(({ code }) => code === 'entered-before-change'))
    await one.batch.call('POST', '/confirm', { row_ids: [row.id], take: 'row' });
  one.kept.add(order.name);
  one.confirmed.set(order.name, new Set([...(one.confirmed.get(order.name) ?? []), ...accept.map(({ code }) => code)]));
}

async function openBatchAgain(): Promise<void> {
  if (batches.length === 0) return;
  const { batch } = pick(batches);
  server.clock.advance(200_000);
  await batch.read();
  await server.work('batch-comparisons');
}

async function bookBatch(): Promise<void> {
  if (batches.length === 0) return;
  const one = pick(batches);
  const before = await consignments();
  const stores = new Map<string, InStore>();
  for (const order of one.orders) stores.set(order.name, await inStore(order));
  const { rows } = await one.batch.book();
  const numberOf = new Map(rows.map((row) => [row.shipment?.tracking_number, row.order_name]));
  for (const parcel of await newConsignments(before)) {
    const name = numberOf.get(parcel.tracking_number) ?? '';
    const order = one.orders.find((it) => it.name === name);
    const store = stores.get(name);
    if (!order || !store) violations.push(`batch: ${parcel.tracking_number} belongs to no row`);
    else
      judge(parcel, [{ order, store }], {
        typed: one.typed.get(name),
        kept: one.kept.has(name),
        confirmed: one.confirmed.get(name) ?? new Set(),
        how: 'batch',
      });
  }
}

async function changeStore(orders: readonly Order[]): Promise<void> {
  counts.storeChanges += 1;
  const change = pick<Record<string, unknown>>([
    { address: { address1: anAddress() } },
    { address: { city: pick(cities), address1: anAddress() } },
    { address: { phone: aPhone() } },
    { addLine: { title: `Ring ${unique()}`, price: 900 } },
    { quantities: [{ line: 0, quantity: 1 }] },
    { paid: true },
    { hold: 'HIGH_RISK_OF_FRAUD' },
    { release: true },
    { financialStatus: 'AUTHORIZED', gateways: ['shopify_payments'] },
    ...(chance(0.2) ? [{ cancel: true }, { fulfill: { number: `HAND${unique()}` } }] : []),
  ]);
  // The store refuses some changes, such as those of cancelled orders.
  await server.sandbox.control(`orders/${pick(orders).id}`, change).catch(() => undefined);
}

async function moveParcel(): Promise<void> {
  const parcels = (await consignments()).filter(({ cancelled, state }) => !cancelled && state === 'booked');
  if (parcels.length === 0) return;
  const { tracking_number: number } = pick(parcels);
  if (chance(0.4)) await server.call('PUT', `cancel-booking/${number}`, { token: shop.token });
  else {
    const to = pick(['in_transit', 'delivered', 'delivered', 'returned']);
    await server.sandbox.control('advance', { tracking_number: number, to });
    await server.call('GET', `track-order/${number}`, { token: shop.token });
  }
}

async function switchAccount(): Promise<void> {
  const company = pick(companies);
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ in_active: chance(0.3) })
      .where('id', '=', shop.accounts[company])
      .execute(),
  );
}

test(`what reaches a courier is what the store says or a person typed (seed ${seed}, ${steps} steps)`, async () => {
  const orders: Order[] = [];
  for (let made = 0; made < 8; made += 1) orders.push(await aNewOrder());
  await deliverWebhooks(server);
  for (let step = 0; step < steps && violations.length === 0; step += 1) {
    if (chance(0.12)) orders.push(await aNewOrder());
    const recent = orders.slice(-10);
    const action = random();
    if (action < 0.25) await changeStore(recent);
    else if (action < 0.4) await openForm(recent);
    else if (action < 0.52) await bookForm();
    else if (action < 0.57) await bookMerge(recent);
    else if (action < 0.63) await makeBatch(recent);
    else if (action < 0.75) await workOnBatch();
    else if (action < 0.8) await openBatchAgain();
    else if (action < 0.87) await bookBatch();
    else if (action < 0.93) await moveParcel();
    else if (action < 0.95) await switchAccount();
    else {
      await server.work('store-updates');
      await deliverWebhooks(server);
    }
    if (step % 10 === 9) await judgeUnits(recent);
  }
  await judgeUnits(orders);
  expect(violations).toEqual([]);
  // The steps did something.
  expect(counts.booked).toBeGreaterThan(steps / 40);

  for (let round = 0; round < 3; round += 1) {
    server.clock.advance(3_600_000);
    await server.work('store-updates');
  }
  const all = new Map((await consignments()).map((one) => [one.tracking_number, one]));
  const leftOver: string[] = [];
  for (const order of orders) {
    const { fulfillments } = await inStore(order);
    for (const { status, tracking_number: number } of fulfillments) {
      const parcel = all.get(number ?? '');
      if (status === 'SUCCESS' && parcel?.cancelled) leftOver.push(`${order.name} is still fulfilled with ${number}`);
    }
  }
  expect(leftOver).toEqual([]);
}, 300_000);
