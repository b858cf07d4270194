import { auditSentence } from '@courierdesk/contract/audit-actions';
import { dayOf } from '@courierdesk/contract/dates';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { requestNeededJobs } from '../../base/jobs/request-needed-jobs.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { printed } from '../../shipments/documents/printed.testing.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { deliverWebhooks } from '../../testing/installed-store.ts';
import { deliverDueNow } from '../../testing/mails.ts';
import { searchDatabase, tablesWith } from '../../testing/search-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { oldCustomerWork } from './jobs.ts';

const day = 86_400_000;
const customer = {
  email: 'zarqa.q@inbox.example',
  phone: '+92 321 765-4321',
  city: 'Lahore',
  address: { firstName: 'Zarqa', lastName: 'Quettawala', address1: 'House 77-Z, Bahadurabad Colony', zip: '54661-QX' },
  note: 'Ring the bell of the blue gate',
};
/** Another one, because some tests search the whole database for the first and others leave what they made. */
const lasting = {
  ...{ email: 'mahnoor@inbox.example', phone: '+92 345 111-2233', city: 'Lahore' },
  address: { firstName: 'Mahnoor', lastName: 'Durrani', address1: 'House 12, Satellite Town' },
};
const words = ['zarqa', 'quettawala', 'bahadurabad', 'blue gate', '54661-QX', '3217654321', '321 765-4321'];

type Parcel = { readonly order: { id: string; name: string }; readonly id: string; readonly number: string };

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // Some tests move our clock, and the scans of the courier have the real time.
  server.clock.now = new Date();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

async function call(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { token: shop.token, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const inShop = <T>(work: (trx: Db) => Promise<T>): Promise<T> => withShop(server.context.db, shop.shopId, work);

async function bookedFor(order: Parcel['order'], fields: Record<string, unknown> = {}): Promise<Parcel> {
  const { data } = (await shop.book(order, 'LEOPARD', fields)).body;
  return { order, id: String(data.id), number: String(data.trackingNumber) };
}

/** Delivered, and paid by the courier. */
async function aDeliveredParcel(given: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const parcel = await bookedFor(await shop.newOrder(given), fields);
  await server.sandbox.control('advance', { tracking_number: parcel.number, to: 'delivered' });
  await call('GET', `track-order/${parcel.number}`);
  await pay(parcel, given === customer ? 'CHQ-7 Zarqa Quettawala' : 'CHQ-7');
  return parcel;
}

const pay = (parcel: Parcel, reference = 'CHQ-7') =>
  call('POST', 'import-orders', {
    kind: 'payment-statement',
    company: 'LEOPARD',
    ordersData: [{ tracking_number: parcel.number, payment_status: 'PAID', reference }],
  });

/** As if all of it had happened so many days earlier. */
const makeOlder = (parcels: readonly { readonly id: string }[], days: number) =>
  inShop(async (trx) => {
    for (const { id } of parcels) {
      const times = await trx
        .selectFrom('shipment')
        .select(['created_at', 'booked_at', 'delivered_at', 'cancelled_at', 'status_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const earlier = Object.entries(times).map(([column, at]) => [column, at && new Date(at.getTime() - days * day)]);
      await trx.updateTable('shipment').set(Object.fromEntries(earlier)).where('id', '=', id).execute();
    }
  });

async function anOldParcel(given: Record<string, unknown> = {}): Promise<Parcel> {
  const parcel = await aDeliveredParcel(given);
  await server.work('store-updates');
  await makeOlder([parcel], 800);
  return parcel;
}

const eraseAfter = (years: number | null) => call('PUT', 'old-customers', { years, confirmed: true });
const preview = (years = 2) => call('GET', `old-customers/preview?years=${years}`);

/** The nightly work of the shop. */
async function passNight(): Promise<void> {
  server.clock.advance(day);
  await server.work('old-customers');
}

const namesOf = (parcels: readonly Parcel[]): Promise<string[]> =>
  inShop(async (trx) => {
    const rows = await trx.selectFrom('shipment').select(['id', 'consignee_name']).execute();
    return parcels.map(({ id }) => rows.find((row) => row.id === id)?.consignee_name ?? '');
  });

async function sentences(action: string): Promise<string[]> {
  const events = await inShop((trx) =>
    trx.selectFrom('audit_event').selectAll().where('action', '=', action).orderBy('id').execute(),
  );
  return events.map(({ subject_label: subject, detail }) =>
    auditSentence(action, { subject, facts: Object(detail), changes: {} }),
  );
}

const startedAt = new Date();
const daysAgo = (days: number): string => dayOf(new Date(startedAt.getTime() - days * day), 'Asia/Karachi');

async function figures(): Promise<unknown> {
  await server.sweep('figures-by-day');
  return {
    orders: (await call('GET', 'get-all-orders?limit=1')).totalOrders,
    dashboard: await call(
      'GET',
      `get-dashboard-analytics?bookingDateFrom=${daysAgo(830)}&bookingDateTo=${daysAgo(770)}`,
    ),
    cities: await call('GET', 'cities-delivery-average?startDate=2000-01-01&endDate=2100-12-31'),
    days: await inShop((trx) => trx.selectFrom('shipment_courier_day').selectAll().orderBy('booked_day').execute()),
    parcels: await inShop((trx) =>
      trx
        .selectFrom('shipment')
        .select(['id', 'cod', 'weight', 'pieces', 'status', 'payment_status', 'destination_city', 'days_taken'])
        .orderBy('id')
        .execute(),
    ),
  };
}

it('the customer of an old parcel is erased at night from everything about it; figures and other customers stay', async () => {
  const mail = { kind: 'delivered', enabled: true, subject: 'For {name}', message: 'Dear {name}' };
  await call('PUT', 'customer-mails', mail);
  const old = await aDeliveredParcel(customer, { remarks: customer.note, consignee_email: customer.email });
  const batch = await aBatch(server, shop, [await shop.newOrder(customer)], { account: shop.accounts.LEOPARD });
  await batch.book();
  const cancelled = await inShop((trx) =>
    trx.selectFrom('shipment').select(['id', 'tracking_number']).where('id', '<>', old.id).executeTakeFirstOrThrow(),
  );
  await call('PUT', `cancel-booking/${cancelled.tracking_number}`);
  await printed(server, shop.token, { shipment_ids: [old.id], kind: 'packing-slip', size: 'a4-1', with_ended: true });
  await server.work('store-updates');
  await server.work('customer-mails');
  await deliverDueNow(server);
  await makeOlder([old, cancelled], 800);
  const young = await aDeliveredParcel({ address: { firstName: 'Hamid', lastName: 'Swati' } });
  const before = await figures();
  expect(await tablesWith(server.database, words)).toEqual(
    expect.arrayContaining(['batch_row', 'import_row', 'mail', 'shipment', 'shipment_order', 'store_order']),
  );

  expect(await preview()).toMatchObject({ parcels: 2, orders: 2, left_out: 0, more: false });
  await eraseAfter(2);
  expect(await namesOf([old])).toEqual(['Zarqa Quettawala']);
  await passNight();

  expect(await searchDatabase(server.database, words)).toEqual([]);
  expect(await namesOf([young])).toEqual(['Hamid Swati']);
  expect(await figures()).toEqual(before);
  expect(await sentences('old-customers.configured')).toEqual([
    'chose to erase customers’ data 2 years after their parcels ended',
  ]);
  expect(await sentences('old-customers.erased')).toEqual([
    expect.stringMatching(/^erased the customers of 2 parcels that ended before \d+ \w{3} \d{4}$/),
  ]);
  await passNight();
  expect(await sentences('old-customers.erased')).toHaveLength(1);
});

it('an erased customer is found by no search and in no file, and the store does not bring them back', async () => {
  const old = await anOldParcel(customer);
  const found = () =>
    Promise.all(
      ['Quettawala', '03217654321', old.number].map(
        async (query) => (await call('GET', `get-all-orders?query=${query}`)).data.length,
      ),
    );
  expect(await found()).toEqual([1, 1, 1]);
  await eraseAfter(1);
  await passNight();
  await server.sandbox.control(`orders/${old.order.id}`, { addTags: ['vip'] });
  await deliverWebhooks(server);
  await call('GET', `get-order-from-shopify/${old.order.id}`);
  await server.work('store-reads');
  expect(await searchDatabase(server.database, words)).toEqual([]);

  expect(await found()).toEqual([0, 0, 1]);
  const shown = await call('GET', `track-order-public/${old.number}`);
  expect(shown).toMatchObject({ customer_erased: true, order: { consignee_name: '', customer_phone: '' } });
  const { ticket } = await call('POST', 'download-csv', {
    ...{
      columns: ['tracking_number', 'consignee_name', 'consignee_phone', 'consignee_address'],
      format: 'csv',
      bom: false,
    },
    selection: { ids: [old.id] },
  });
  const file = await fetch(`${server.url}/api/v1/downloads/selections/${ticket}`);
  expect((await file.text()).split('\r\n')[1]).toBe(`${old.number},Erased,,`);
  const { data } = await call('POST', 'shipments/selection', { selection: { ids: [old.id] } });
  expect(data.print.skipped).toMatchObject([{ why: 'The customer’s data was erased.' }]);
});

it('an order is erased with all its parcels, and not before the last one is old', async () => {
  const order = await shop.newOrder(lasting);
  const first = await bookedFor(order);
  await call('PUT', `cancel-booking/${first.number}`);
  await server.work('store-updates');
  const second = await bookedFor(order);
  await server.sandbox.control('advance', { tracking_number: second.number, to: 'delivered' });
  await call('GET', `track-order/${second.number}`);
  await pay(second);
  await server.work('store-updates');
  await makeOlder([first, second], 300);
  await makeOlder([first], 500);
  await eraseAfter(1);
  await passNight();
  expect(await namesOf([first, second])).toEqual(['Mahnoor Durrani', 'Mahnoor Durrani']);
  await makeOlder([second], 100);
  await passNight();
  expect(await namesOf([first, second])).toEqual(['Erased', 'Erased']);
  expect(await sentences('old-customers.erased')).toEqual([expect.stringContaining('2 parcels')]);
});

it('orders that were merged into one parcel are erased together, with their other parcels', async () => {
  const [merged, other] = [await anOldParcel(lasting), await aDeliveredParcel(lasting)];
  await server.work('store-updates');
  await inShop((trx) =>
    sql`insert into shipment_order (shop_id, shipment_id, store_order_id, holds, claim, position, lines, store_version, store_copy)
      select shop_id, ${merged.id}, store_order_id, false, claim + 1, 2, lines, store_version, store_copy
      from shipment_order where shipment_id = ${other.id}`.execute(trx),
  );
  await eraseAfter(1);
  await passNight();
  expect(await namesOf([merged, other])).toEqual(['Mahnoor Durrani', 'Mahnoor Durrani']);
  await makeOlder([other], 400);
  expect(await preview(1)).toMatchObject({ parcels: 2, orders: 2, left_out: 0 });
  await passNight();
  expect(await namesOf([merged, other])).toEqual(['Erased', 'Erased']);
  const orders = await inShop((trx) =>
    trx
      .selectFrom('store_order')
      .select('customer_name')
      .where('name', 'in', [merged.order.name, other.order.name])
      .execute(),
  );
  expect(orders).toEqual([{ customer_name: 'Erased' }, { customer_name: 'Erased' }]);
  expect(await sentences('old-customers.erased')).toEqual([expect.stringContaining('2 parcels')]);
});

/** What keeps an order from being erased, and how it ends. */
const open: Record<
  string,
  { begin: (trx: Db, parcel: Parcel) => Promise<unknown>; end: (trx: Db) => Promise<unknown> }
> = {
  'a parcel on its way': {
    begin: (trx) => trx.updateTable('shipment').set({ status: 'INPROCESS', final: false }).execute(),
    end: (trx) => trx.updateTable('shipment').set({ status: 'DELIVERED', final: true }).execute(),
  },
  'a COD that the courier has not paid': {
    begin: (trx) => trx.updateTable('shipment').set({ payment_status: 'UNPAID' }).execute(),
    end: (trx) => trx.updateTable('shipment').set({ payment_status: 'PAID' }).execute(),
  },
  'an open case': {
    begin: (trx, { id }) =>
      sql`insert into attention (shop_id, id, shipment_id, kind, detail, opened_at)
          values (${shop.shopId}, ${newId(new Date())}, ${id}, 'late', '{}', now())`.execute(trx),
    end: (trx) => trx.updateTable('attention').set({ closed_at: new Date() }).execute(),
  },
  'an open difference': {
    begin: (trx, { id }) =>
      sql`insert into difference (shop_id, id, kind, subject, source, shipment_id, company, order_name, store_says,
            courier_says, we_say, repair, detail, case_kinds, state, first_seen_at, last_seen_at, run_id)
          values (${shop.shopId}, ${newId(new Date())}, 'unpaid', ${id}, 'parcels', ${id}, 'LEOPARD', '#1', '', '', '', '', '{}',
            '{}', 'open', now(), now(), 'run')`.execute(trx),
    end: (trx) => trx.updateTable('difference').set({ state: 'dismissed' }).execute(),
  },
  'a task with the parcel': {
    begin: async (trx, { id }) => {
      await sql`insert into shipment_task (shop_id, id, kind, total, asked_by, asked_by_user_id, ip, request_id, created_at)
          values (${shop.shopId}, 'task', 'track', 1, '', '', '', '', now())`.execute(trx);
      await sql`insert into shipment_task_row (shop_id, task_id, shipment_id, position, state)
          values (${shop.shopId}, 'task', ${id}, 1, 'waiting')`.execute(trx);
    },
    end: (trx) => trx.updateTable('shipment_task_row').set({ state: 'done' }).execute(),
  },
  'an update of the store': {
    begin: (trx) =>
      trx
        .updateTable('desired_store_state')
        .set({ version: sql`synced_version + 1` })
        .execute(),
    end: (trx) =>
      trx
        .updateTable('desired_store_state')
        .set({ version: sql`synced_version` })
        .execute(),
  },
  'an email to the customer': {
    begin: (trx, { id }) =>
      sql`insert into customer_mail (shop_id, id, shipment_id, kind, state, next_at, created_at)
          values (${shop.shopId}, 'mail', ${id}, 'delivered', 'waiting', now(), now())`.execute(trx),
    end: (trx) => trx.updateTable('customer_mail').set({ state: 'skipped' }).execute(),
  },
  'a batch with the order': {
    begin: async (_, { order }) => {
      await aBatch(server, shop, [await shop.newOrder()], { account: shop.accounts.LEOPARD });
      await inShop(async (trx) => {
        const { id } = await trx
          .selectFrom('store_order')
          .select('id')
          .where('name', '=', order.name)
          .executeTakeFirstOrThrow();
        await trx.updateTable('batch_row').set({ store_order_id: id }).execute();
      });
    },
    end: (trx) => trx.updateTable('batch_row').set({ state: 'left-out' }).execute(),
  },
};

it.each(Object.keys(open))('an old order is not erased while it has something open: %s', async (reason) => {
  const parcel = await anOldParcel(lasting);
  const { begin, end } = open[reason] ?? {};
  await inShop(async (trx) => begin?.(trx, parcel));
  await eraseAfter(1);
  await passNight();
  expect(await namesOf([parcel])).toEqual(['Mahnoor Durrani']);
  await inShop(async (trx) => end?.(trx));
  expect(await preview(1)).toMatchObject({ parcels: 1, orders: 1, left_out: 0 });
  await passNight();
  expect(await namesOf([parcel])).toEqual(['Erased']);
});

it('the preview counts what is left out, because something of it is open', async () => {
  await anOldParcel();
  const unpaid = await anOldParcel();
  await inShop((trx) =>
    trx.updateTable('shipment').set({ payment_status: 'UNPAID' }).where('id', '=', unpaid.id).execute(),
  );
  await aDeliveredParcel();
  expect(await preview(1)).toMatchObject({ parcels: 1, orders: 1, left_out: 1, more: false });
  expect(await preview(10)).toMatchObject({ parcels: 0, orders: 0, left_out: 0 });
});

it('erasing must be confirmed, belongs to the owner, and can be called off until the night', async () => {
  const old = await anOldParcel(lasting);
  const put = (body: unknown, token = shop.token) => server.call('PUT', 'old-customers', { token, body });
  expect((await put({ years: 1 })).body.errors[0]).toMatchObject({ field: 'confirmed', code: 'invalid-input' });
  for (const years of [0, 11, 1.5]) expect((await put({ years, confirmed: true })).status).toBe(400);
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_SETTINGS', 'WRITE_SETTINGS'] });
  expect((await put({ years: 1, confirmed: true }, staff.token)).status).toBe(403);
  expect(await call('GET', 'old-customers')).toEqual({ years: null });

  await eraseAfter(1);
  expect(await call('GET', 'old-customers')).toEqual({ years: 1 });
  await eraseAfter(null);
  await passNight();
  expect(await namesOf([old])).toEqual(['Mahnoor Durrani']);
  expect(await sentences('old-customers.configured')).toEqual([
    'chose to erase customers’ data 1 year after their parcels ended',
    'chose to keep customers’ data for ever',
  ]);
});

it('a night that is killed is finished afterwards, and its sums are complete', async () => {
  const parcels = await Promise.all([1, 2, 3, 4].map(() => anOldParcel(lasting)));
  await eraseAfter(1);
  server.clock.advance(day);
  const erasedSoFar = async () =>
    (await inShop((trx) => trx.selectFrom('shop_setting').select('erased_old_orders').executeTakeFirst()))
      ?.erased_old_orders ?? 0;
  await killDuringJob(server, oldCustomerWork, { shopId: shop.shopId }, async () => {
    while ((await erasedSoFar()) === 0 && (await sentences('old-customers.erased')).length === 0);
  });
  await server.work('old-customers');
  expect(await namesOf(parcels)).toEqual(parcels.map(() => 'Erased'));
  expect(await sentences('old-customers.erased')).toEqual([expect.stringContaining('of 4 parcels')]);
  expect(await erasedSoFar()).toBe(0);
});

it('a nightly job that is lost, as after a restore, is requested again', async () => {
  const old = await anOldParcel(lasting);
  await eraseAfter(1);
  await server.context.pool.query(`delete from pgboss.job where name = 'old-customers'`);
  await requestNeededJobs(server.context, [oldCustomerWork]);
  await passNight();
  expect(await namesOf([old])).toEqual(['Erased']);
});
