import type { Company } from '@courierdesk/contract/companies';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { printed } from '../../shipments/documents/printed.testing.ts';
import { shopTables } from '../../shop/shops/erase-shop.ts';
import { bookedInPortal } from '../../testing/booked-in-portal.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';

import { deliverWebhooks, mirrorWholeStore } from '../../testing/installed-store.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { mergeFormOf } from '../../testing/merge-form.ts';
import { rowsOfShop, searchDatabase, tablesWith } from '../../testing/search-database.ts';
import { answerDataRequest } from './answer-data-request.ts';
import { redactOrders } from './redact-orders.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

/** The one who asks to be forgotten, as the store knows her. */
const customer = {
  email: 'zarqa.q@inbox.example',
  phone: '+92 321 765-4321',
  city: 'Lahore',
  address: { firstName: 'Zarqa', lastName: 'Quettawala', address1: 'House 77-Z, Bahadurabad Colony', zip: '54661-QX' },
  note: 'Ring the bell of the blue gate',
};
const otherPhone = '03337654322';
const wordsOfCustomer = [
  ...['zarqa', 'quettawala', 'bahadurabad', 'blue gate', '54661-QX'],
  ...['3217654321', '321 765-4321', '3337654322'],
];

/** What another customer has here stays. */
const other = {
  email: 'hamid@inbox.example',
  phone: '03009998887',
  address: { firstName: 'Hamid', lastName: 'Swati' },
};

const wordsOfOther = ['swati', '3009998887'];

/** Tables that never have anything about a customer, and why. */
const withoutCustomers: Record<string, string> = {
  app_user: 'the people of the shop',
  batch: 'numbers and who made it',
  batch_count: 'a number',
  booking_rule: 'cities and amounts that a person typed',
  booking_rule_set: 'which account is used otherwise',
  comparison: 'times, counts, and which side did not respond',
  checklist_step: 'the steps of a new shop',
  city_correction: 'spellings of cities',
  courier_call: 'places in a queue',
  courier_city_list: 'the cities of a courier',
  courier_push: 'tracking numbers and statuses',
  customer_mail: 'which emails are due; their texts are in mail',
  customer_mail_setting: 'templates',
  desired_store_state: 'statuses and tags',
  download_ticket: 'hashes',
  export_choice: 'names of columns',
  idempotency_key: 'hashes',
  import: 'the name of a file, counts',
  label_print: 'ids of parcels',
  late_consignment: 'tracking numbers',
  load_sheet: 'sums',
  load_sheet_count: 'a number',
  load_sheet_shipment: 'ids, and why a parcel left its sheet',
  mailed_link: 'hashes, for users',
  passkey: 'keys of users',
  plan_usage: 'a count',
  recovery_code: 'hashes',
  session: 'users',
  shipment_city_day: 'counts',
  shipment_count: 'counts',
  shipment_count_change: 'counts',
  shipment_courier_city_day: 'counts',
  shipment_courier_day: 'counts',
  shipment_day_change: 'counts',
  shipment_print: 'counts',
  shipment_slip: 'ids of files',
  shipment_staff_day: 'counts',
  shipment_task: 'who asked for it',
  shop_credential: 'encrypted tokens',
  shop_logo: 'a picture of the shop',
  shop_setting: 'settings of the shop',
  store_order_count: 'a count',
  store_sync: 'times and the store’s words about itself',
  stored_file: 'names of files, which we choose',
  subscription: 'the plan',
  subscription_request: 'the plan',
  two_factor: 'encrypted secrets of users',
  webhook_inbox: 'ids; bodies are not kept',
};

let server: TestServer;
let shop: BookableShop;
const ids: string[] = [];
let ownerEmail = '';
let openOrder: { id: string; name: string };

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, path, { token: shop.token, ...(body !== undefined && { body }) });

async function book(order: { id: string }, company: Company, fields: Record<string, unknown> = {}) {
  const { status, body } = await shop.book(order, company, fields);
  if (status >= 300) throw new Error(JSON.stringify(body));
  return { id: String(body.data.id), number: String(body.data.trackingNumber) };
}

async function newOrder(): Promise<{ id: string; name: string }> {
  const order = await shop.newOrder(customer);
  ids.push(order.id);
  return order;
}

/** Everything that a shop does with a customer’s parcels. */
async function liveThrough(): Promise<void> {
  const fields = { consignee_phone2: otherPhone, remarks: customer.note, consignee_email: customer.email };
  await call('PUT', 'customer-mails', { kind: 'booked', enabled: true, subject: 'For {name}', message: 'Dear {name}' });

  const delivered = await newOrder();
  const booked = await book(delivered, 'LEOPARD', fields);
  await call('PUT', `send-email/${booked.id}`);
  await server.work('customer-mails');
  await deliverDueNow(server);
  await printed(server, shop.token, { shipment_ids: [booked.id], kind: 'packing-slip', size: 'a4-1' });
  await printed(server, shop.token, { shipment_ids: [booked.id], kind: 'airway-bill', size: 'a4-1' });
  const sheet = await call('POST', 'load-sheets', { shipment_ids: [booked.id] });
  await call('POST', `load-sheets/${sheet.body.data[0].id}/print`);
  await server.sandbox.control('advance', { tracking_number: booked.number, to: 'delivered' });
  await call('GET', `track-order/${booked.number}`);

  const byTcs = await book(await newOrder(), 'TCS', fields);
  await server.sandbox.control('advance', { tracking_number: byTcs.number, to: 'delivered' });
  await call('GET', `track-order/${byTcs.number}`);

  const changed = await newOrder();
  const withPostex = await book(changed, 'POSTEX', fields);
  await server.sandbox.control(`orders/${changed.id}`, { address: { address1: 'House 78, Bahadurabad Colony' } });
  await deliverWebhooks(server);

  const cancelled = await book(await newOrder(), 'LEOPARD', fields);
  await call('PUT', `cancel-booking/${cancelled.number}`);

  await server.sandbox.control('faults', { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  await book(await newOrder(), 'LEOPARD', fields);

  const batch = await aBatch(server, shop, [await newOrder()], { account: shop.accounts.LEOPARD });
  await batch.book();
  const draft = await newOrder();
  openOrder = draft;
  const open = await aBatch(server, shop, [draft, await shop.newOrder(other)], { account: shop.accounts.LEOPARD });
  await open.set(await open.row(draft.name), { remarks: customer.note, consignee_phone2: otherPhone });

  const elsewhere = await newOrder();
  await deliverWebhooks(server);
  await bookedInPortal(server, { tracking_number: 'LE99123456', courier: 'LEOPARD' });
  await call('POST', 'bulk/orders/fulfillment', {
    ordersData: [{ order_name: elsewhere.name, tracking_number: 'LE99123456', company: 'Leopards' }],
  });
  const statement = [
    { tracking_number: booked.number, payment_status: 'PAID', reference: 'CHQ-7 Zarqa Quettawala' },
    { tracking_number: 'Zarqa Quettawala', payment_status: 'PAID', amount: customer.phone },
  ];
  await call('POST', 'import-orders', { kind: 'payment-statement', company: 'LEOPARD', ordersData: statement });
  const file = await fetch(`${server.url}/api/v1/imports/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/x-ndjson' },
    body: statement.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  const fileId: string = Object(await file.json()).data.id;
  await call('POST', 'imports/preview', { kind: 'payment-statement', company: 'LEOPARD', file_id: fileId });
  await server.work('import-previews');

  await call('POST', `export-orders?filter=MATCHED_ORDERS&phone_num=03217654321`);
  await server.work('exports');
  await call('POST', 'download-csv', {
    selection: { matching: { query: 'Zarqa Quettawala' } },
    ...{ columns: ['tracking_number'], format: 'csv', bom: false },
  });
  await call('POST', 'order-views', {
    ...{
      page: 'orders',
      name: 'Parcels of Zarqa Quettawala',
      search: { query: 'Zarqa Quettawala' },
      columns: ['number'],
    },
  });
  await server.work('store-updates');
  await server.sandbox.control(`orders/${delivered.id}`, { cancelFulfillments: true });
  await call('POST', 'comparisons');
  await server.work('comparisons');
  const { body: differences } = await call('GET', 'differences');
  const [dismissible, repairable] = differences.data;
  await call('POST', 'difference-repairs', { ids: [repairable.id] });
  await call('POST', 'difference-dismissals', { ids: [dismissible.id], reason: 'Agreed with Zarqa Quettawala' });
  await call('POST', 'shipment-tasks', { kind: 'track', selection: { ids: [withPostex.id] } });
  await server.work('shipment-tasks');
  await book(await shop.newOrder(other), 'LEOPARD');

  await server.sandbox.control(`shops/${shop.domain}`, {
    compliance: { topic: 'customers/data_request', orders: ids.map(Number) },
  });
  await deliverWebhooks(server);

  // No courier of the sandbox repeats the customer in its words. Real ones may.
  const words = 'Wrong number 92-321-7654321 of Zarqa Quettawala';
  await withShop(server.context.db, shop.shopId, async (trx) => {
    await trx.updateTable('shipment_task_row').set({ message: words }).execute();
    await trx.updateTable('courier_account').set({ last_error: words }).where('company', '=', 'LEOPARD').execute();
    await trx.updateTable('difference_repair').set({ before: words }).execute();
    await trx.updateTable('shipment').set({ answer: words }).where('id', '=', cancelled.id).execute();
  });
}

async function redact(): Promise<void> {
  await server.sandbox.control(`shops/${shop.domain}`, {
    compliance: { topic: 'customers/redact', orders: ids.map(Number) },
  });
  await deliverWebhooks(server);
}

const figures = async (): Promise<unknown> => ({
  orders: (await call('GET', 'get-all-orders?limit=1')).body.totalOrders,
  dashboard: (await call('GET', 'get-dashboard-analytics')).body,
  cities: (await call('GET', 'cities-delivery-average')).body,
  staff: (await call('GET', 'staff/table-order-count')).body,
  storeOrders: (await call('GET', 'store-orders?tab=all')).body.pagination,
  parcels: await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shipment')
      .select(['id', 'cod', 'weight', 'pieces', 'status', 'payment_status', 'destination_city', 'products_list'])
      .orderBy('id')
      .execute(),
  ),
});

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  await mirrorWholeStore(server, shop.shopId);

  ownerEmail = await withShop(
    server.context.db,
    shop.shopId,
    async (trx) => (await trx.selectFrom('shop').select('email').executeTakeFirstOrThrow()).email,
  );
  await liveThrough();
}, 120_000);
afterAll(() => server?.close());

it('a customer who asks for their data gets all of it once, and one who asks to be forgotten is in no row of any table, also after later work; nor is a shop that left, wherever its erasure is interrupted', async () => {
  await allTheirDataGoesToTheOwner();
  await theyAreAnsweredOnceAfterACrash();
  const found = await tablesWith(server.database, wordsOfCustomer);
  const tables = Object.keys(await rowsOfShop(server.database, shop.shopId));
  expect(tables.filter((table) => !(table in withoutCustomers)).toSorted()).toEqual(found);

  await theyAreInNoRowOnceForgotten();
  await theirOpenOrderIsNotReady();
  await laterWorkDoesNotBringThemBack();
  await erasingThemAgainChangesNothing();
  await aShopThatLeftHasNoRow();
}, 240_000);

async function allTheirDataGoesToTheOwner(): Promise<void> {
  await deliverDueNow(server);
  const [mail, ...more] = (await mailsTo(server, ownerEmail)).filter(({ subject }) => subject.includes('their data'));
  expect(more).toEqual([]);
  const [file] = mail?.attachments ?? [];
  expect(file?.name).toBe('customer-data.json');
  const data = JSON.parse(file?.text ?? '');
  expect(data.orders).toHaveLength(ids.length);
  expect(data.orders[0]).toMatchObject({ customer_name: 'Zarqa Quettawala', note: customer.note });
  expect(data.shipments).toHaveLength(7);
  const texts: Record<string, string> = Object.fromEntries(
    Object.entries(data).map(([name, part]) => [name, JSON.stringify(part)]),
  );
  expect(texts['batch_rows']).toContain(otherPhone);
  expect(texts['emails']).toContain('Dear Zarqa Quettawala');
  expect(texts['imported_rows']).toContain('Zarqa Quettawala');
  expect(texts['differences']).toContain('Agreed with Zarqa Quettawala');
  expect(texts['shipments']).toContain('changed-after-booking');
  expect(texts['shipments']).toContain('Changed after booking: Address was');
  expect(texts['shipments']).toContain('ZARQA QUETTAWALA');
  expect(file?.text).not.toContain('Swati');
}

async function theyAreAnsweredOnceAfterACrash(): Promise<void> {
  for (const _ of [1, 2]) await answerDataRequest(server.context, shop.shopId, ids, 'delivery-before-a-crash');
  const waiting = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('mail').select('attachment').where('kind', '=', 'customer-data').orderBy('id').execute(),
  );
  expect(waiting.map((mail) => mail.attachment !== '')).toEqual([false, true]);
}

/** The figures and other customers stay. */
async function theyAreInNoRowOnceForgotten(): Promise<void> {
  const before = await figures();
  const others = await tablesWith(server.database, wordsOfOther);
  await redact();
  expect(await searchDatabase(server.database, wordsOfCustomer)).toEqual([]);
  expect(await figures()).toEqual(before);
  expect(await tablesWith(server.database, wordsOfOther)).toEqual(others);
}

/** Also when the store sends it again. */
async function theirOpenOrderIsNotReady(): Promise<void> {
  const inTab = async (tab: string): Promise<string[]> =>
    (await call('GET', `store-orders?tab=${tab}&limit=100`)).body.data.map(
      ({ order_name: name }: { order_name: string }) => name,
    );
  expect(await inTab('ready')).not.toContain(openOrder.name);
  expect(await inTab('look')).toContain(openOrder.name);
  await server.sandbox.control(`orders/${openOrder.id}`, { addTags: ['urgent'] });
  await deliverWebhooks(server);
  expect(await inTab('ready')).not.toContain(openOrder.name);
  expect(await inTab('look')).toContain(openOrder.name);
}

/** The store, the courier, papers and exports. */
async function laterWorkDoesNotBringThemBack(): Promise<void> {
  const [first = ''] = ids;
  await server.sandbox.control(`orders/${first}`, { addTags: ['vip'] });
  await deliverWebhooks(server);
  const parcels = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shipment')
      .select(['id', 'tracking_number', 'company'])
      .where('status', '<>', 'CANCELLED')
      .execute(),
  );
  const shipmentIds = parcels.filter((parcel) => parcel.tracking_number).map((parcel) => parcel.id);
  for (const { tracking_number: number } of parcels) if (number) await call('GET', `track-order/${number}`);
  await printed(server, shop.token, {
    shipment_ids: shipmentIds,
    kind: 'airway-bill',
    size: 'a4-1',
    with_ended: true,
  });
  await call('POST', 'load-sheets', { shipment_ids: shipmentIds });
  await call('POST', 'export-orders?filter=STORE_ORDERS');
  await server.work('exports');
  for (const id of ids) await call('GET', `get-order-from-shopify/${id}`);
  expect(await searchDatabase(server.database, wordsOfCustomer)).toEqual([]);
}

async function erasingThemAgainChangesNothing(): Promise<void> {
  const before = await figures();
  await redact();
  expect(await figures()).toEqual(before);
  expect(await tablesWith(server.database, wordsOfCustomer)).toEqual([]);
}

it('a customer who asks to be forgotten leaves no earlier address in the closed cases of a merged parcel', async () => {
  const merging = await aBookableShop(server);
  await mirrorWholeStore(server, merging.shopId);
  const asOwner = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.call(method, path, { token: merging.token, ...(body !== undefined && { body }) });
  const address = { firstName: 'Zoya', lastName: 'Ansari', address1: 'House 4, Clifton' };
  const orders = [await merging.newOrder({ address }), await merging.newOrder({ address })];
  const orderIds = orders.map(({ id }) => id);
  const { body } = await asOwner('GET', `get-orders-from-shopify?id=${orderIds.join(',')}`);
  const [first = { id: '' }] = orders;
  const form = mergeFormOf(body.ordersData, await merging.form(first, 'LEOPARD'));
  expect((await asOwner('POST', 'book-orders', form)).status).toBe(200);
  for (const address1 of ['House 5, Gulistan-e-Jauhar', 'House 6, Nazimabad']) {
    await server.sandbox.control(`orders/${first.id}`, { address: { address1 } });
    await deliverWebhooks(server);
    const [open] = (await asOwner('GET', 'shipments/attention')).body.data;
    expect(JSON.stringify(open.changes)).toContain(address1);
    expect((await asOwner('POST', `shipments/${open.shipment_id}/resolution`, { dismiss: open.id })).status).toBe(200);
  }
  expect(await tablesWith(server.database, ['gulistan-e-jauhar'])).toContain('attention');
  await redactOrders(server.context, merging.shopId, orderIds);
  expect(await searchDatabase(server.database, ['gulistan-e-jauhar', 'nazimabad'])).toEqual([]);
});

/** Wherever its erasure is interrupted. Other shops keep their rows. */
async function aShopThatLeftHasNoRow(): Promise<void> {
  const neighbour = await aBookableShop(server);
  await neighbour.book(await neighbour.newOrder(), 'LEOPARD');
  await server.sandbox.control(`shops/${shop.domain}`, { uninstall: true });
  await deliverWebhooks(server);
  const before = await rowsOfShop(server.database, shop.shopId);
  const filled = Object.keys(before).filter((table) => before[table]?.length);
  expect(filled.length).toBeGreaterThan(35);
  const ofNeighbour = await rowsOfShop(server.database, neighbour.shopId);

  await server.sandbox.control(`shops/${shop.domain}`, { compliance: 'shop/redact' });
  const tables = [...shopTables, 'audit_event', 'webhook_inbox', 'shop'];
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  /** As if the process were killed when it deletes from the table: what it did before stays. On a cluster, its parts have numbers. */
  const interruptAt = (table: string) =>
    admin.query(`
      create or replace function interrupt() returns trigger language plpgsql as $$ begin
        if tg_table_name ~ '^${table}(_\\d+)?$' then raise 'interrupted'; end if;
        return null;
      end $$`);
  await interruptAt('import_row');
  for (const table of tables)
    await admin.query(`create trigger interrupted before delete on ${table} execute function interrupt()`);
  await deliverWebhooks(server);
  for (const table of tables) {
    server.clock.advance(60 * 60_000);
    await interruptAt(table);
    await server.work('webhooks');
    expect([table, await openRequests()]).toEqual([table, ['shop/redact']]);
  }
  server.clock.advance(60 * 60_000);
  await interruptAt('none');
  await admin.end();
  await server.work('webhooks');
  const after = await rowsOfShop(server.database, shop.shopId);
  expect(Object.keys(after).filter((table) => after[table]?.length)).toEqual([]);
  expect(await searchDatabase(server.database, [shop.shopId, shop.domain])).toEqual([]);
  expect(await rowsOfShop(server.database, neighbour.shopId)).toEqual(ofNeighbour);
}

async function openRequests(): Promise<string[]> {
  const rows = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('webhook_inbox').select('topic').where('processed_at', 'is', null).execute(),
  );
  return rows.map(({ topic }) => topic);
}
