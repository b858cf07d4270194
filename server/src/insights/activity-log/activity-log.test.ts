import { addDays, dayOf } from '@courierdesk/contract/dates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { activityLogJobs } from './jobs.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

type Listed = { sentence: string; actor: { name: string; kind: string }; subject: { label: string } };
const list = async (query = '', token = shop.token) =>
  (await server.call('GET', `audit-events${query}`, { token })).body;
const sentences = async (query: string): Promise<string[]> =>
  (await list(query)).data.map((event: Listed) => `${event.actor.name} ${event.sentence}`);

async function anOwner() {
  const { shopId } = await aShop(server.context);
  return { shopId, ...(await aUser(server.context, shopId)) };
}

it('the activity log says who booked and cancelled a parcel, and from where', async () => {
  const order = await shop.newOrder();
  const { trackingNumber } = (await shop.book(order, 'LEOPARD')).body.data;
  const cancelled = await server.call('PUT', `cancel-booking/${trackingNumber}`, {
    token: shop.token,
    body: {},
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    },
  });
  const found = await sentences(`?query=${trackingNumber}`);
  expect(found).toEqual([
    `Courierdesk noted on ${order.name} (${trackingNumber}): Cancelled at Leopards`,
    expect.stringMatching(`^Test User \\d+ asked to cancel the booking of ${order.name} \\(${trackingNumber}\\)$`),
    `Courierdesk booked ${order.name} with Leopards: ${trackingNumber}`,
    expect.stringMatching(`^Test User \\d+ asked to book ${order.name} with LEOPARD`),
  ]);
  expect((await list(`?query=${trackingNumber}`)).data[1]).toMatchObject({
    group: 'bookings',
    ip: '127.0.0.1',
    device: 'Chrome on Windows',
    request_id: cancelled.headers.get('x-request-id'),
  });
});

it('the activity log shows changed settings before and after, and masks the phone number', async () => {
  const { token } = await anOwner();
  await server.call('POST', 'store/default-settings', {
    token,
    body: { free_shipping_value: 2000, default_weight: 100, show_discount: false },
  });
  const save = async (settings: object) => {
    const { tracking_page: page } = (await server.call('GET', 'shop-look', { token })).body.data;
    return server.call('PUT', 'shop-look/tracking-page', { token, body: { ...page, ...settings } });
  };
  await save({ contact_whatsapp: '03001234567' });
  await save({ contact_whatsapp: '03217654321', colour: '#7a1f5c' });
  const { data } = await list('', token);
  expect(data[0].changes).toEqual([
    { field: 'Colour', before: '#0b6365', after: '#7a1f5c' },
    { field: 'WhatsApp number', before: '•••567', after: '•••321' },
  ]);
  expect(data[2].changes).toEqual([{ field: 'Free shipping from', before: 'Rs 0', after: 'Rs 2,000' }]);
  expect(JSON.stringify(data)).not.toMatch(/1234567|7654321/);
});

it('the activity log never keeps secrets, phone numbers or emails that the words of a courier repeat', async () => {
  const { shopId, token } = await anOwner();
  await withShop(server.context.db, shopId, (trx) =>
    recordAuditEvent(trx, systemActor(shopId), {
      at: server.clock.now,
      action: 'shipment.not-booked',
      subjectKind: 'shipment',
      subjectId: 'a'.repeat(24),
      label: '#1042',
      detail: {
        what: `Phone 0300-1234567 of sana@example.test is wrong ${'x'.repeat(1000)}`,
        api_password: 'hunter2',
      },
    }),
  );
  const [event] = (await list('', token)).data;
  expect(event.sentence).toContain('noted on #1042: Phone •••567 of s••• is wrong');
  expect(event.sentence.length).toBeLessThan(400);
  const stored = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('detail').execute(),
  );
  expect(JSON.stringify(stored)).not.toMatch(/hunter2|1234567|example\.test/);
});

it('the activity log is filtered by person, by what happened automatically, by area and by day of the shop', async () => {
  const { shopId, token, userId } = await anOwner();
  const today = dayOf(server.clock.now, 'Asia/Karachi');
  await server.call('POST', 'store/default-settings', {
    token,
    body: { free_shipping_value: 50, default_weight: 500, show_discount: false },
  });
  const record = (at: Date) =>
    withShop(server.context.db, shopId, (trx) =>
      recordAuditEvent(trx, systemActor(shopId, 'Store'), {
        at,
        action: 'shop.updated',
        subjectKind: 'shop',
        subjectId: shopId,
        label: '',
      }),
    );
  // Half past midnight in Karachi, when it is still the day before in UTC.
  await record(new Date(`${addDays(today, -3)}T19:30:00Z`));
  const total = async (query: string): Promise<number> => (await list(query, token)).total;
  expect(await total('')).toBe(2);
  expect(await total(`?actor=${userId}`)).toBe(1);
  expect(await total('?actor=webhook')).toBe(1);
  expect(await total('?actor=job')).toBe(0);
  expect(await total('?group=settings')).toBe(1);
  expect(await total(`?group=settings&actor=webhook`)).toBe(0);
  const [before, day] = [addDays(today, -3), addDays(today, -2)];
  expect(await total(`?from=${day}&to=${day}`)).toBe(1);
  expect(await total(`?to=${before}`)).toBe(0);
  expect(await total(`?from=${today}&to=${day}`)).toBe(2);
});

it('the activity log finds users by name and email, and takes % and _ for what they are', async () => {
  const { token } = await anOwner();
  const created = await server.call('POST', 'create-user', {
    token,
    body: {
      ...{ first_name: 'عائشہ', last_name: 'Khan', email: 'ayesha@example.test', tag: 'AYESHA' },
      ...{ password: 'quiet river lantern', scopes: ['READ_ORDERS'] },
    },
  });
  expect(created.status).toBe(200);
  for (const query of ['ayesha@example', encodeURIComponent('عائشہ'), 'AYESHA'])
    expect((await list(`?query=${query}`, token)).data[0].sentence).toBe('created the user عائشہ Khan');
  for (const query of ['%25', '_', 'nobody']) expect((await list(`?query=${query}`, token)).total).toBe(0);
});

it('the activity log records failed sign-ins of an existing user, and nothing for other emails', async () => {
  const { token, email, userId } = await anOwner();
  for (const address of [email, 'nobody@example.test'])
    await server.call('POST', 'login-user', { body: { email: address, password: 'a wrong password' } });
  const { data, total } = await list('?group=sign-in', token);
  expect(total).toBe(1);
  expect(data[0]).toMatchObject({ sentence: 'failed to sign in: wrong password', ip: '127.0.0.1' });
  expect(data[0].subject.id).toBe(userId);
});

it('the activity log belongs to the owner: staff with every other right are refused, and other shops see nothing of it', async () => {
  const { token } = await anOwner();
  expect((await list('', token)).total).toBe(0);
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS', 'WRITE_SETTINGS'] });
  expect((await server.call('GET', 'audit-events', { token: staff.token })).status).toBe(403);
});

async function csv(token: string, filter: object = {}): Promise<string> {
  const { body } = await server.call('POST', 'audit-events/csv', { token, body: filter });
  const file = await server.call('GET', `downloads/${body.ticket}`);
  expect((await server.call('GET', `downloads/${body.ticket}`)).status).toBe(400);
  return file.body;
}

it('the CSV of the activity log has one line an event, opens in spreadsheets without running formulas, and is recorded itself', async () => {
  const { token } = await anOwner();
  await server.call('POST', 'order-views', {
    token,
    body: { page: 'orders', name: '=HYPERLINK("x")', search: {}, columns: ['number'] },
  });
  const lines = (await csv(token)).split('\r\n');
  expect(lines[0]).toBe('Time,Who,Area,What,Subject,Before and after,IP address,Device,Request id');
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(lines).toHaveLength(3);
  expect((await list('', token)).data[0].sentence).toBe('downloaded 1 event of the activity log');
  expect((await csv(token, { group: 'settings' })).split('\r\n')).toHaveLength(3);
});

it('the CSV of the activity log says so when nothing matches', async () => {
  const { token } = await anOwner();
  const { body } = await server.call('POST', 'audit-events/csv', { token, body: { group: 'data' } });
  expect(body.errors[0]).toMatchObject({ code: 'cannot-export', msg: 'No events match these filters.' });
});

it('events are deleted after two years, and not before', async () => {
  const { shopId, token } = await anOwner();
  const now = Date.now();
  const yearsAgo = (years: number): Date => new Date(now - years * 366 * 86_400_000);
  for (const at of [yearsAgo(2.1), yearsAgo(1.9)])
    await withShop(server.context.db, shopId, (trx) =>
      recordAuditEvent(trx, systemActor(shopId), {
        ...{ at, action: 'shop.updated', subjectKind: 'shop', subjectId: shopId, label: '' },
      }),
    );
  for (const job of activityLogJobs) await job.run(server.context);
  expect((await list('', token)).data.map((event: { at: string }) => event.at)).toEqual([yearsAgo(1.9).toISOString()]);
});
