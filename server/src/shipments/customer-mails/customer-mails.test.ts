import { urduCustomerMailTexts } from '@courierdesk/contract/customer-mails';
import { customerMailTexts } from '@courierdesk/contract/customer-mails';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { redactOrders } from '../../store-app/privacy/redact-orders.ts';
import { aPicture } from '../../testing/a-picture.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { applyTrackings } from '../../dispatch/tracking/apply-tracking.ts';
import { writeDueCustomerMails } from './write-due-customer-mails.ts';

let server: TestServer;
let shop: BookableShop;
let customer: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  // Some tests move our clock, and the scans of the courier have the real time.
  server.clock.now = new Date();
  shop = await aBookableShop(server);
  count += 1;
  customer = `customer${count}@example.test`;
});

const call = (method: string, path: string, body?: unknown, token = shop.token) =>
  server.call(method, path, { token, body });
const turnOn = (kind: string, text: { subject?: string; message?: string } = {}) =>
  call('PUT', 'customer-mails', { kind, enabled: true, subject: 'About {order}', message: 'Dear {name}', ...text });
async function booked(changes: Record<string, unknown> = {}): Promise<{ id: string; number: string; order: string }> {
  const order = await shop.newOrder();
  const { body } = await shop.book(order, 'LEOPARD', {
    consignee_name: 'فاطمہ Khan',
    consignee_email: customer,
    ...changes,
  });
  return { id: body.data.id, number: body.data.trackingNumber, order: order.name };
}
async function deliver() {
  await server.work('customer-mails');
  await deliverDueNow(server);
}
async function move(number: string, to: string) {
  await server.sandbox.control('advance', { tracking_number: number, to });
  await call('GET', `track-order/${number}`);
}
const subjects = async () => (await mailsTo(server, customer)).map((mail) => mail.subject);

it('emails that the shop has turned on are off at first, so a booking emails no customer', async () => {
  const { body } = await call('GET', 'customer-mails');
  expect(body.data.map((one: { kind: string; enabled: boolean }) => [one.kind, one.enabled])).toEqual([
    ['booked', false],
    ['out-for-delivery', false],
    ['attempted', false],
    ['delivered', false],
  ]);
  await booked();
  await deliver();
  expect(await subjects()).toEqual([]);
});

it('emails that the shop has turned on tell the customer in the shop’s words, with the tracking link and the cash to keep ready', async () => {
  await turnOn('booked', {
    subject: '{order} from {shop}',
    message: 'Salam {name},\n\n{courier} brings it to {city}, number {tracking_number}.\n\n{payment}',
  });
  const { number, order } = await booked();
  await deliver();
  const [mail] = await mailsTo(server, customer);
  expect(mail?.subject).toMatch(new RegExp(`^${order} from `));
  expect(mail?.text).toContain(`Leopards brings it to Lahore, number ${number}.`);
  expect(mail?.text).toContain('Salam فاطمہ Khan,');
  expect(mail?.text).toContain('Please keep Rs 2,450 in cash ready.');
  expect(mail?.text).toContain(`${server.context.config.publicUrl}/track/${number}`);
  const { body } = await call('GET', `track-order/${number}?stored=true`);
  expect(body.shipment.history.map((one: { what: string }) => one.what)).toContain(
    'Emailed the tracking link to the customer',
  );
});

it('customer emails are named on the booking form and on the confirmation, beside the store’s own email', async () => {
  const formAndConfirmation = async (notify: boolean) => {
    const order = await shop.newOrder();
    const form = await call('GET', `get-order-from-shopify/${order.id}`);
    const changes = { consignee_email: customer, notify_customer: notify };
    const { data } = (await shop.book(order, 'LEOPARD', changes)).body;
    const later = (await call('GET', `shipments/${data.id}`)).body.data;
    return [form.body.orderData.emails_tracking_link, data.customer.message, later.customer.message];
  };
  expect((await formAndConfirmation(true)).join()).not.toContain('tracking link');
  await turnOn('booked');
  const both = await formAndConfirmation(true);
  expect(both).toEqual([true, expect.stringContaining('Shopify'), expect.stringContaining('Shopify')]);
  for (const message of both.slice(1)) expect(message).toContain('We email the tracking link too.');
  const ours = 'We email the tracking link. Shopify’s email was switched off for this booking.';
  expect(await formAndConfirmation(false)).toEqual([true, ours, ours]);
});

it('customer emails are named on a batch, beside the store’s own email', async () => {
  const { id } = await shop.newOrder();
  const batch = (await call('POST', 'batches', { order_ids: [id] })).body.data;
  expect(batch.emails_tracking_link).toBe(false);
  await turnOn('booked');
  expect((await call('GET', `batches/${batch.id}`)).body.data.emails_tracking_link).toBe(true);
});

it('our customer emails begin with a capital letter, and the first promises no more than a booking', () => {
  for (const { message } of Object.values(customerMailTexts)) expect(message).toMatch(/^Dear \{name\},\n\n[A-Z{]/);
  const { subject, message } = customerMailTexts.booked;
  expect(`${subject} ${message}`).not.toMatch(/on its way|shipped|sent/);
});

it('emails that the shop has turned on have the shop’s logo and colour', async () => {
  await turnOn('booked');
  const page = (await call('GET', 'shop-look')).body.data.tracking_page;
  await call('PUT', 'shop-look/tracking-page', { ...page, colour: '#7a1f5c' });
  const { logo } = (await call('PUT', 'shop-look/logo', { image: await aPicture({ width: 400, height: 100 }) })).body
    .data;
  await booked();
  await deliver();
  const [mail] = await mailsTo(server, customer);
  expect(mail?.html).toContain(
    `<img src="${server.context.config.publicUrl}${logo.url}" width="192" height="48" alt="`,
  );
  expect(mail?.html).toContain('background:#7a1f5c;color:#fff');
});

it('a paragraph of an email that begins in Urdu is marked as Urdu and read from right to left, the others from left to right', async () => {
  await turnOn('booked', { message: 'محترم {name}، {courier} آپ کا پارسل لا رہا ہے۔\n\nDear {name}' });
  await booked();
  await deliver();
  const [mail] = await mailsTo(server, customer);
  expect(mail?.html).toContain('<html lang="en">');
  expect([...(mail?.html ?? '').matchAll(/<p ([^>]*) style[^>]*>(\S+)/g)].map(([, of, word]) => [of, word])).toEqual([
    ['lang="ur" dir="rtl"', 'محترم'],
    ['dir="ltr"', 'Dear'],
    ['lang="ur" dir="rtl"', '<a'],
    ['lang="ur" dir="rtl"', 'آپ'],
  ]);
});

it('our wording in Urdu goes out whole in Urdu, with numbers and English names in their own direction', async () => {
  await turnOn('booked', urduCustomerMailTexts.booked);
  const { number, order } = await booked();
  await deliver();
  const [mail] = await mailsTo(server, customer);
  expect(mail?.subject).toBe(`اپنا آرڈر \u2068${order}\u2069 ٹریک کریں`);
  expect(mail?.text).toContain('\u2068Leopards\u2069 کے ذریعے \u2068Lahore\u2069 بھیجنے کے لیے');
  expect(mail?.text).toContain(`\u2068${number}\u2069`);
  expect(mail?.text).toContain('براہِ کرم کوریئر کے لیے \u2068Rs 2,450\u2069 نقد تیار رکھیں۔');
  expect(mail?.html).toContain('>اپنا پارسل ٹریک کریں</a>');
  expect(mail?.html).not.toContain('<p dir="ltr"');
  expect(mail?.html).toContain('<html lang="ur" dir="rtl">');
  expect(mail?.text).not.toMatch(/Please|You get|Track your/);
});

it('emails that the shop has turned on follow the parcel, each once, however often it is tracked', async () => {
  for (const kind of ['out-for-delivery', 'attempted', 'delivered']) await turnOn(kind, { subject: kind });
  const { number } = await booked();
  for (const to of ['in_transit', 'out_for_delivery', 'attempted', 'out_for_delivery', 'delivered']) {
    await move(number, to);
    await deliver();
  }
  expect(await subjects()).toEqual(['out-for-delivery', 'attempted', 'delivered']);
  expect((await mailsTo(server, customer)).at(-1)?.text).not.toContain('in cash');
});

it('emails that the shop has turned on are not sent once they stopped being true, however long the mail server was away', async () => {
  for (const kind of ['booked', 'out-for-delivery', 'attempted', 'delivered']) await turnOn(kind, { subject: kind });
  const [slow, dead] = [await booked(), await booked()];
  await move(slow.number, 'out_for_delivery');
  await server.work('customer-mails');
  for (const to of ['attempted', 'out_for_delivery', 'delivered']) {
    await move(slow.number, to);
    await server.work('customer-mails');
  }
  await call('PUT', `cancel-booking/${dead.number}`, {});
  await deliverDueNow(server);
  expect(await subjects()).toEqual(['delivered']);
  const { body } = await call('GET', `track-order/${slow.number}?stored=true`);
  expect(body.shipment.history.map((one: { what: string }) => one.what)).toContain(
    'Did not send that email: it was no longer true',
  );
});

it.each([
  ['before it was written', async () => {}],
  ['while the mail server was away', () => server.work('customer-mails')],
])(
  'an email that was dropped %s because it was no longer true is sent once when it is true again',
  async (_, beforeTheAttempt) => {
    await turnOn('out-for-delivery', { subject: 'arrives today' });
    const { id, number } = await booked();
    await move(number, 'out_for_delivery');
    await beforeTheAttempt();
    await move(number, 'attempted');
    await deliver();
    expect(await subjects()).toEqual([]);
    for (const to of ['out_for_delivery', 'attempted', 'out_for_delivery']) {
      await move(number, to);
      await deliver();
    }
    expect(await subjects()).toEqual(['arrives today']);
    const kept = await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .selectFrom('mail')
        .leftJoin('customer_mail', 'customer_mail.mail_id', 'mail.id')
        .select('shipment_id')
        .where('mail.kind', '=', 'customer')
        .execute(),
    );
    // So that it is found when the customer asks to be erased.
    expect(kept).toEqual([{ shipment_id: id }]);
  },
);

it.each([
  ['Pending', ['attempted']],
  ['Refused', []],
])(
  'emails that the shop has turned on after a failed delivery that the courier calls %s: %o',
  async (statusText, sent) => {
    await turnOn('attempted', { subject: 'attempted' });
    const { id, number: trackingNumber } = await booked();
    const status = { status: 'INPROCESS', final: false, attention: 'attempted' } as const;
    const tracking = { trackingNumber, found: true, statusText, status, events: [] } as const;
    await withShop(server.context.db, shop.shopId, (trx) =>
      applyTrackings(trx, server.context, shop.shopId, new Map([[id, { tracking, askedAt: server.clock.now }]])),
    );
    await deliver();
    expect(await subjects()).toEqual(sent);
  },
);

it('an email with the tracking link asks for no cash once the parcel comes back', async () => {
  const { id, number } = await booked();
  await move(number, 'returning');
  const { body } = await call('GET', `get-all-orders?track=${number}`);
  expect(body.data[0].booked_packet_status).toBe('RTS');
  expect((await call('PUT', `send-email/${id}`)).status).toBe(200);
  await deliver();
  const [mail] = await mailsTo(server, customer);
  expect(mail?.text).not.toContain('in cash');
});

const hoursAgo = (hours: number): Date => new Date(server.clock.now.getTime() - hours * 3_600_000);
const scan = (text: string, hours: number) => ({ at: hoursAgo(hours), code: '', text, location: '', detail: '' });

it.each([
  [96, 1, ['arrives today']],
  [40, 20, []],
])(
  'an email that a parcel picked up %i hours ago arrives today is sent by the time of the newest scan, %i hours ago: %o',
  async (pickedUp, out, sent) => {
    await turnOn('out-for-delivery', { subject: 'arrives today' });
    const { id, number: trackingNumber } = await booked();
    const tracking = {
      ...{ trackingNumber, found: true, statusText: 'Out for delivery', statusAt: hoursAgo(pickedUp) },
      status: { status: 'INPROCESS', final: false, moving: true },
      events: [scan('Picked', pickedUp), scan('Out for delivery', out)],
    } as const;
    await withShop(server.context.db, shop.shopId, (trx) =>
      applyTrackings(trx, server.context, shop.shopId, new Map([[id, { tracking, askedAt: server.clock.now }]])),
    );
    await deliver();
    expect(await subjects()).toEqual(sent);
  },
);

/** The courier says that a parcel that it delivered came back. */
async function contradict(id: string, number: string): Promise<void> {
  const tracking = {
    ...{ trackingNumber: number, found: true, statusText: 'Returned to shipper', statusAt: server.clock.now },
    status: { status: 'RTS', final: true },
    events: [scan('Returned to shipper', 0)],
  } as const;
  await withShop(server.context.db, shop.shopId, (trx) =>
    applyTrackings(trx, server.context, shop.shopId, new Map([[id, { tracking, askedAt: server.clock.now }]])),
  );
}

it('no email says that a parcel was delivered when its courier says that it comes back', async () => {
  const { id, number } = await booked();
  await move(number, 'delivered');
  await turnOn('delivered', { subject: 'delivered' });
  await contradict(id, number);
  await deliver();
  expect(await subjects()).toEqual([]);
});

it('an email that waits to say that a parcel was delivered is not sent once its courier says that it comes back', async () => {
  await turnOn('delivered', { subject: 'delivered' });
  const parcels = [await booked(), await booked()];
  for (const [index, { id, number }] of parcels.entries()) {
    await move(number, 'delivered');
    if (index === 0) await server.work('customer-mails');
    await contradict(id, number);
  }
  await deliver();
  expect(await subjects()).toEqual([]);
});

it('emails that the shop has turned on are not sent later than their words allow', async () => {
  await turnOn('out-for-delivery', { subject: 'arrives today' });
  const { number } = await booked();
  await move(number, 'out_for_delivery');
  await server.work('customer-mails');
  server.clock.advance(9 * 3_600_000);
  await deliverDueNow(server);
  expect(await subjects()).toEqual([]);
});

it('emails that the shop has turned on are written once by two workers at once', async () => {
  await turnOn('booked');
  await booked();
  await Promise.all([server.work('customer-mails'), server.work('customer-mails')]);
  await deliverDueNow(server);
  expect(await subjects()).toHaveLength(1);
});

it('emails to a customer are written once, also when the job runs twice at once', async () => {
  await turnOn('booked');
  const { id } = await booked();
  const runs: Promise<unknown>[] = [];
  await withShop(server.context.db, shop.shopId, async (trx) => {
    const parcel = trx.selectFrom('shipment').where('shop_id', '=', shop.shopId).where('id', '=', id);
    await parcel.select('id').forUpdate().execute();
    runs.push(writeDueCustomerMails(server.context, shop), writeDueCustomerMails(server.context, shop));
    await expect.poll(() => waitingStatements(server)).toBe(2);
  });
  await Promise.all(runs);
  await deliverDueNow(server);
  expect(await subjects()).toHaveLength(1);
});

it('emails that the shop has turned on are not sent without an address, nor for a booking that was cancelled before', async () => {
  await turnOn('booked');
  await booked({ consignee_email: '' });
  const { number } = await booked();
  await call('PUT', `cancel-booking/${number}`);
  await deliver();
  expect(await subjects()).toEqual([]);
});

it('emails that the shop has turned on are erased with the customer', async () => {
  await turnOn('booked');
  const { number } = await booked();
  await server.work('customer-mails');
  const orders = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('store_order').select('platform_order_id').execute(),
  );
  await redactOrders(
    server.context,
    shop.shopId,
    orders.map((one) => one.platform_order_id),
  );
  await deliver();
  expect(await subjects()).toEqual([]);
  const { body } = await call('GET', `track-order/${number}?stored=true`);
  expect(body.order.consignee_name).toBe('Erased');
});

it('the wording refuses placeholders that we do not know, and empty texts', async () => {
  const unknown = await turnOn('booked', { message: 'Dear {customer}' });
  expect(unknown.status).toBe(400);
  expect(unknown.body.errors[0]).toMatchObject({ field: 'message', msg: expect.stringContaining('{customer}') });
  expect((await turnOn('booked', { subject: ' ' })).body.errors[0].msg).toBe('Subject is required');
  expect((await turnOn('booked', { subject: 'two\nlines' })).body.errors[0].msg).toBe('Subject: write it on one line');
});

it('the wording is changed only by users who may change settings', async () => {
  const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_SETTINGS'] });
  const answer = await call(
    'PUT',
    'customer-mails',
    { kind: 'booked', enabled: true, subject: 'a', message: 'b' },
    token,
  );
  expect(answer.status).toBe(403);
  expect((await call('GET', 'customer-mails', undefined, token)).status).toBe(200);
});

describe('a test email', () => {
  const sendTest = (text = { subject: 'News of {order}', message: 'Salam {name},\n\n{payment}' }, token = shop.token) =>
    call('POST', 'customer-mails/test', { kind: 'attempted', ...text }, token);

  it('a test email goes to the person who asked, about a made-up order, and changes no setting', async () => {
    const { email, token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['WRITE_SETTINGS'] });
    const before = (await call('GET', 'customer-mails')).body;
    expect(await sendTest(undefined, token)).toMatchObject({ status: 200, body: { message: 'Email sent' } });
    await deliverDueNow(server);
    const [mail] = await mailsTo(server, email);
    expect(mail?.subject).toBe('Test: News of #1042');
    expect(mail?.text).toContain('Salam Ayesha Khan,\n\nPlease keep Rs 2,450 in cash ready.');
    expect(mail?.text).toContain('The order is made up');
    expect((await call('GET', 'customer-mails')).body).toEqual(before);
  });

  it('a test email has a wording that could be saved, and is sent only by users who may change settings', async () => {
    expect((await sendTest({ subject: 'News', message: 'Dear {customer}' })).body.errors[0].field).toBe('message');
    const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_SETTINGS'] });
    expect((await sendTest(undefined, token)).status).toBe(403);
  });

  it('a test email is sent at most 20 times an hour by all people of a shop', async () => {
    const limited = await startTestServer({ sandbox: false, rateLimits: true });
    try {
      const { shopId } = await aShop(limited.context);
      const canWrite = { role: 'USER', scopes: ['WRITE_SETTINGS'] } as const;
      const [first, second] = [
        await aUser(limited.context, shopId, canWrite),
        await aUser(limited.context, shopId, canWrite),
      ];
      const body = { kind: 'booked', subject: 'News', message: 'Dear {name}' };
      const statuses = [];
      for (let n = 0; n < 21; n += 1) {
        const { token } = n % 2 ? first : second;
        const { status } = await limited.call('POST', 'customer-mails/test', { token, body });
        statuses.push(status);
      }
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    } finally {
      await limited.close();
    }
  });
});

it('the tracking link sent by a person goes out once unless asked again, at most five times, also with two clicks at once', async () => {
  const { id } = await booked();
  const both = await Promise.all([call('PUT', `send-email/${id}`), call('PUT', `send-email/${id}`)]);
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 409]);
  const refused = both.find((one) => one.status === 409)?.body.errors[0];
  expect(refused).toMatchObject({ code: 'already-emailed', msg: expect.stringMatching(/already got .* on /) });
  for (let n = 2; n <= 5; n += 1) expect((await call('PUT', `send-email/${id}?again=true`)).status).toBe(200);
  expect((await call('PUT', `send-email/${id}?again=true`)).body.errors[0].code).toBe('cannot-email');
  await deliver();
  expect(await subjects()).toHaveLength(5);
});

it('an email about a parcel without a city has no gap', async () => {
  const { id } = await booked();
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('shipment')
      .set({ destination_city: '' })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', id)
      .execute(),
  );
  await call('PUT', `send-email/${id}`);
  await deliver();
  expect((await mailsTo(server, customer)).at(-1)?.text).toContain('for delivery to your address.');
});

it('the tracking link sent by a person says why it cannot go out', async () => {
  const { id } = await booked({ consignee_email: '' });
  expect((await call('PUT', `send-email/${id}`)).body.errors[0].msg).toBe(
    'This order has no email address of the customer.',
  );
  const cancelled = await booked();
  await call('PUT', `cancel-booking/${cancelled.number}`);
  expect((await call('PUT', `send-email/${cancelled.id}`)).body.errors[0].code).toBe('cannot-email');
  const stranger = await aBookableShop(server);
  expect((await call('PUT', `send-email/${id}`, undefined, stranger.token)).status).toBe(404);
});

it('an email that the customer’s mail server refused is in the history, and the tracking link does not count as sent', async () => {
  await turnOn('booked');
  customer = `no-mailbox@shop${count}.example.test`;
  const { id, number } = await booked();
  await deliver();
  const { body } = await call('GET', `track-order/${number}?stored=true`);
  expect(body.shipment.history.map((one: { what: string }) => one.what)).toContainEqual(
    expect.stringMatching(`^The email to ${customer} was not accepted: .*No such mailbox`),
  );
  const { customer: notified } = (await call('GET', `shipments/${id}`)).body.data;
  expect(notified.message).not.toContain('We email the tracking link');
  // As happens to it after 30 days.
  await withShop(server.context.db, shop.shopId, (trx) => trx.deleteFrom('mail').execute());
  expect((await call('PUT', `send-email/${id}`)).status).toBe(200);
});

it('a tracking link that was dropped while the mail server was away can be sent without asking again', async () => {
  await turnOn('booked');
  const { id } = await booked();
  await server.work('customer-mails');
  server.clock.advance(49 * 3_600_000);
  await deliverDueNow(server);
  expect((await call('PUT', `send-email/${id}`)).status).toBe(200);
});
