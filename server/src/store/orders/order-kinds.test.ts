import { companies } from '@courierdesk/contract/companies';
import type { Issue } from '@courierdesk/contract/issues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { orderKinds, type OrderKind } from './order-kinds.testing.ts';

type Consignment = {
  tracking_number: string;
  consignee: { phone: string };
  destination_city: string;
  cod: number;
  contents: string;
  /** Leopards gets the contents with them. */
  remarks: string;
};

type InStore = {
  outstanding: string;
  lines: { title: string; fulfilled: number }[];
  fulfillments: { status: string; tracking: { number: string | null }[] }[];
};

/** What became of an order of one kind. */
type Outcome = {
  kind: OrderKind;
  tab: string;
  asks: string;
  problems: readonly string[];
  isReadyInBatch: boolean;
  cod: string;
  contents: string;
  courier: string;
  store: string;
};

let server: TestServer;
let shop: BookableShop;
let outcomes: Outcome[];

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);
  const orders: { kind: OrderKind; order: { id: string; name: string } }[] = [];
  for (const [place, kind] of orderKinds.entries()) orders.push({ kind, order: await placed(kind, place) });
  await deliverWebhooks(server);
  const tabs = await namesByTab();
  const problems = new Map((await listed('all')).map((row) => [row.order_name, row.problems]));
  const batch = await aBatch(
    server,
    shop,
    orders.map(({ order }) => order),
  );
  const { rows } = await batch.read();
  const booked: { kind: OrderKind; order: { id: string; name: string }; form: BookedForm }[] = [];
  for (const { kind, order } of orders) booked.push({ kind, order, form: await bookFromForm(order) });
  await server.work('store-updates');
  const consignments = (await shop.consignments()) as unknown as Consignment[];
  outcomes = [];
  for (const { kind, order, form } of booked) {
    const row = rows.find((one) => one.order_name === order.name);
    const tab = tabs.ready.has(order.name) ? 'Ready' : tabs.look.has(order.name) ? 'Needs a look' : '–';
    outcomes.push({
      ...{ kind, tab, isReadyInBatch: row?.ready === true, problems: problems.get(order.name) ?? [] },
      ...form.shown,
      ...('refused' in form
        ? { courier: `not booked: ${form.refused}`, store: '' }
        : { courier: atCourier(form.number, consignments), store: await inStore(order, form.number) }),
    });
  }
}, 300_000);
afterAll(() => server?.close());

const plainAddress = {
  ...{ firstName: 'Sana', lastName: 'Kiani', company: null, address1: 'House 5, Street 9', address2: 'Gulberg' },
  ...{ province: 'Punjab', zip: '54000', country: 'Pakistan', countryCode: 'PK' },
};

async function placed({ given, changes = [] }: OrderKind, place: number): Promise<{ id: string; name: string }> {
  const phone = `0306${String(1_000_000 + place)}`;
  const { address = {}, ...rest } = given ?? {};
  const order = await shop.newOrder({
    ...{ lines: [{ title: 'Shirt', price: 1500 }], discountCode: null, phone, note: null, email: 'sana@mail.example' },
    ...rest,
    address: address && { ...plainAddress, ...address },
  });
  for (const change of changes) await server.sandbox.control(`orders/${order.id}`, change);
  return order;
}

const listed = async (tab: string): Promise<{ order_name: string; problems: string[] }[]> =>
  (await server.call('GET', `store-orders?tab=${tab}&limit=200`, { token: shop.token })).body.data;

async function namesByTab(): Promise<{ ready: Set<string>; look: Set<string> }> {
  const namesOf = async (tab: string) => new Set((await listed(tab)).map(({ order_name }) => order_name));
  return { ready: await namesOf('ready'), look: await namesOf('look') };
}

type BookedForm = { shown: Pick<Outcome, 'asks' | 'cod' | 'contents'> } & ({ number: string } | { refused: string });

/** Opens the form, types what is missing, confirms what is asked, and books. */
async function bookFromForm(order: { id: string }): Promise<BookedForm> {
  const token = shop.token;
  const { orderData: data } = (await server.call('GET', `get-order-from-shopify/${order.id}`, { token })).body;
  const cities = await server.call(
    'GET',
    `get-cities/${shop.accounts.LEOPARD}?spelling=${encodeURIComponent(data.city.slice(0, 200))}`,
    { token },
  );
  const { certain } = cities.body;
  const asked: Issue[] = data.issues.filter(({ level }: Issue) => level !== 'info');
  const typed = {
    consignee_name: data.consignee_name.slice(0, 100) || 'Typed Name',
    consignee_phone: data.consignee_phone || '03450000000',
    consignee_address: data.consignee_address.slice(0, 500) || 'Typed address',
    destination_city: certain?.id ?? cities.body.cities.find(({ name }: { name: string }) => /^lahore$/i.test(name)).id,
  };
  const body = {
    ...{ tracking_account: shop.accounts.LEOPARD, order_id: data.platform_order_id, order_name: data.order_name },
    ...{
      pieces: 1,
      weight: Math.min(data.weight, 50_000),
      cod_amount: data.cod_amount,
      consignee_email: data.consignee_email,
    },
    ...{ products_list: data.products_list || 'Typed', city: data.city.slice(0, 200), version: data.version, ...typed },
  };
  const book = (confirmed: unknown[]) => server.call('POST', 'book-order', { token, body: { ...body, confirmed } });
  const first = await book([]);
  const reply = first.status === 409 && asked.length > 0 ? await book(asked) : first;
  const shown = {
    asks: [...asked.map(({ code }) => code), ...(certain ? [] : ['city'])].join(', '),
    cod: String(data.cod_amount),
    contents: data.products_list,
  };
  if (reply.status !== 200) return { shown, refused: reply.body.errors[0].code };
  if (asked.some(({ level }) => level === 'warning')) expect(first.status, 'nothing is booked unasked').toBe(409);
  return { shown, number: reply.body.data.trackingNumber };
}

function atCourier(number: string, consignments: readonly Consignment[]): string {
  const sent = consignments.find((one) => one.tracking_number === number);
  if (!sent) return 'nothing';
  const phone = sent.consignee.phone.replace(/^0306.*/, 'its phone');
  return [phone, sent.destination_city, sent.cod, contentsOf(sent)].join('; ');
}

async function inStore(order: { id: string }, number: string): Promise<string> {
  const store = (await server.sandbox.control(`orders/${order.id}`)) as InStore;
  const own = store.fulfillments.filter(({ tracking }) => tracking.some((one) => one.number === number));
  const items = store.lines.flatMap(({ title, fulfilled }) => (fulfilled > 0 ? [`${fulfilled} x ${title}`] : []));
  return `${own.length === 1 ? 'sent' : `${own.length} fulfilments`}: ${items.join(', ')}`;
}

const contentsOf = ({ contents, remarks }: Consignment): string =>
  (contents || remarks).replace(/^Contents: #\d+: /, '');

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
const cells = (texts: readonly string[]): string =>
  `| ${texts.map((text) => short(text).replaceAll('|', '/')).join(' | ')} |`;

/** The table as a document: `order-kinds.md`. */
function documentOf(found: readonly Outcome[]): string {
  const groups = Map.groupBy(found, ({ kind }) => kind.group);
  const sections = [...groups].map(([group, rows]) =>
    [
      `## ${group}`,
      '',
      cells(['Order', 'Tab', 'Asked', 'COD proposed', 'Contents proposed', 'At the courier', 'In the store']),
      cells(['---', '---', '---', '---', '---', '---', '---']),
      ...rows.map(({ kind, tab, asks, cod, contents, courier, store }) =>
        cells([kind.name, tab, asks, cod, contents, courier, store]),
      ),
    ].join('\n'),
  );
  return [
    '# Kinds of orders, and what becomes of them',
    '',
    'Made by `order-kinds.test.ts`, which fails when a line is no longer true. An order is one shirt of Rs 1,500, cash on',
    'delivery, to Lahore, unless its name says otherwise. "Asked" are the codes of what a person must confirm or type; the',
    'test confirms all and types what is missing (phone 03450000000, Lahore). "At the courier" are phone, city, COD and',
    'contents of the consignment; "In the store" what it shows as sent, by hand or with this parcel.',
    '',
    sections.join('\n\n'),
    '',
  ].join('\n');
}

test('each kind of order is listed, asked about, booked and fulfilled as the document says', async () => {
  expect(outcomes.length).toBeGreaterThanOrEqual(120);
  await expect(documentOf(outcomes)).toMatchFileSnapshot('order-kinds.md');
});

describe('the list, the batch and the form ask about the same orders', () => {
  test('an order is in Ready exactly when a batch books it unasked', () => {
    const differing = outcomes.filter(({ tab, isReadyInBatch }) => (tab === 'Ready') !== isReadyInBatch);
    expect(differing.map(({ kind }) => `${kind.group}: ${kind.name}`)).toEqual([]);
  });

  test('an order in Ready is booked from the form without a question', () => {
    const differing = outcomes.filter(
      ({ tab, asks, courier }) => tab === 'Ready' && (asks !== '' || courier.startsWith('not booked')),
    );
    expect(differing.map(({ kind }) => `${kind.group}: ${kind.name}`)).toEqual([]);
  });

  test('an order says why it needs a look exactly while it is to be booked', () => {
    const differing = outcomes.filter(({ tab, problems }) => (tab === 'Needs a look') !== problems.length > 0);
    expect(differing.map(({ kind, problems }) => `${kind.group}: ${kind.name}: ${problems.join()}`)).toEqual([]);
  });
});

test('a batch asks about earlier returns and a high amount exactly when the list says so', async () => {
  const lastPhone = '03072223344';
  const back = await placed({ group: '', name: '', given: { phone: lastPhone } }, 900);
  const { body } = await shop.book(back, 'LEOPARD');
  const number: string = body.data.trackingNumber;
  const orders = [
    await placed({ group: '', name: '', given: { phone: lastPhone } }, 901),
    await placed({ group: '', name: '', given: { lines: [{ title: 'Gold set', price: 90_000 }] } }, 902),
    await placed({ group: '', name: '' }, 903),
  ];
  await deliverWebhooks(server);
  const problems = async () =>
    (await listed('all')).flatMap((row) => (orders.some(({ name }) => name === row.order_name) ? [row.problems] : []));
  const [, , plain] = orders;
  expect((await problems()).toSorted()).toEqual([[], [], ['cod-unusual']]);
  await server.sandbox.control('advance', { tracking_number: number, to: 'returned' });
  server.clock.advance(4 * 3_600_000);
  await server.work('tracking');
  expect((await problems()).toSorted()).toEqual([[], ['cod-unusual'], ['earlier-returns']]);
  const tabs = await namesByTab();
  expect(orders.filter(({ name }) => tabs.ready.has(name))).toEqual([plain]);
  const batch = await aBatch(server, shop, orders);
  const rows = await Promise.all(orders.map(({ name }) => batch.row(name)));
  expect(rows.map(({ ready }) => ready)).toEqual([false, false, true]);
  expect(rows.map(({ issues }) => issues.map(({ code }) => code))).toEqual([['earlier-returns'], ['cod-unusual'], []]);
  for (const problem of ['earlier-returns', 'cod-unusual']) {
    const path = `store-orders?tab=look&missing=${problem}&limit=200`;
    const { body: found } = await server.call('GET', path, { token: shop.token });
    const own = found.data.filter((row: ListedRow) => orders.some(({ name }) => name === row.order_name));
    expect(own.map((row: ListedRow) => row.problems)).toEqual([[problem]]);
    expect(found.data.filter((row: ListedRow) => !row.problems.includes(problem))).toEqual([]);
  }
});

test('the list asks what a batch asks with the account that is assigned to the order', async () => {
  const groups = new Set(['Payment', 'City', 'Items']);
  const orders: { name: string; id: string; account: string }[] = [];
  for (const [place, kind] of orderKinds.filter(({ group }) => groups.has(group)).entries()) {
    const company = companies[place % companies.length] ?? 'MNP';
    orders.push({ ...(await placed(kind, 1000 + place)), account: shop.accounts[company] });
  }
  const high = { lines: [{ title: 'Gold set', price: 150_000 }] };
  orders.push({ ...(await placed({ group: '', name: '', given: high }, 1500)), account: shop.accounts.MNP });
  await deliverWebhooks(server);
  const all = await allListed();
  for (const account of Object.values(shop.accounts)) {
    const ids = orders.flatMap((one) => (one.account === account ? (idOf(all, one.name) ?? []) : []));
    const body = { selection: { ids }, account_id: account };
    expect((await server.call('POST', 'store-orders/assign-account', { token: shop.token, body })).status).toBe(200);
  }
  const batch = await aBatch(server, shop, orders);
  const { rows } = await batch.read();
  const tabs = await namesByTab();
  const problems = new Map((await allListed()).map((row) => [row.order_name, row.problems]));
  const ready = orders.filter(({ name }) => tabs.ready.has(name)).map(({ name }) => name);
  expect(ready).toEqual(rows.flatMap((row) => (row.ready ? [row.order_name] : [])));
  const look = orders.filter(({ name }) => tabs.look.has(name));
  expect(look.filter(({ name }) => problems.get(name)?.length === 0)).toEqual([]);
  const found = new Set(orders.flatMap(({ name }) => problems.get(name) ?? []));
  for (const problem of ['cod-not-positive', 'cod-over-limit', 'city-uncertain']) expect(found).toContain(problem);
  const { counts } = (await server.call('GET', 'store-orders?tab=ready', { token: shop.token })).body;
  expect([counts.ready, counts.look]).toEqual([tabs.ready.size, tabs.look.size]);
});

type ListedRow = { _id: string; order_name: string; problems: string[] };
const idOf = (rows: readonly ListedRow[], name: string) => rows.find((row) => row.order_name === name)?._id;

async function allListed(): Promise<ListedRow[]> {
  const found: ListedRow[] = [];
  for (let page = 1; page < 5; page += 1) {
    const { body } = await server.call('GET', `store-orders?tab=all&limit=200&page=${page}`, { token: shop.token });
    if (body.pagination.page === page) found.push(...body.data);
  }
  return found;
}
