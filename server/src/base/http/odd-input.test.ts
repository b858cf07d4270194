import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, path, { token: shop.token, ...(body !== undefined && { body }) });
const unstorable = ['half \ud83d', '\udc00 half', 'null \0'];

it.each(unstorable)('a text with %j is refused beside its field', async (text) => {
  const settings = { free_shipping_value: 0, default_weight: 500, show_discount: true, discount_name: text };
  const view = { page: 'orders', name: 'Mine', search: { dest: text }, columns: ['number'] };
  const form = await shop.form(await shop.newOrder(), 'LEOPARD', { remarks: text });
  const { id } = (await call('POST', 'batches', { order_ids: [(await shop.newOrder()).id] })).body.data;
  for (const [field, answer] of [
    ['discount_name', await call('POST', 'store/default-settings', settings)],
    ['name', await call('POST', 'order-views', { ...view, name: text, search: {} })],
    ['search.dest', await call('POST', 'order-views', view)],
    ['remarks', await call('POST', 'book-order', form)],
    ['set.remarks', await call('PATCH', `batches/${id}/rows`, { all: true, set: { remarks: text } })],
  ] as const) {
    const [error] = answer.body.errors;
    expect({ status: answer.status, field: error.field }).toEqual({ status: 400, field });
    expect(error.msg).toContain('cannot be saved');
  }
});

it.each(unstorable)(
  'a status update of a courier counts with %j as its status, and not in its number',
  async (text) => {
    const { push, secret } = (await call('POST', `courier-accounts/${shop.accounts.LEOPARD}/push`)).body;
    const number = (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data.trackingNumber;
    const send = async (update: { cn_number: string; status: string }): Promise<number> => {
      const headers = { [push.header]: secret };
      return (await server.call('POST', new URL(push.address).pathname, { body: { data: [update] }, headers })).status;
    };
    expect(await send({ cn_number: number, status: text })).toBe(202);
    expect(await send({ cn_number: `${number}${text}`, status: 'Delivered' })).toBe(400);
  },
);

it('a signed webhook is kept whatever its texts are, unless they would have to be stored', async () => {
  const send = async (topic: string, payload: unknown): Promise<number> => {
    const body = JSON.stringify(payload);
    const secret = server.context.config.shopify.clientSecret;
    const answer = await fetch(`${server.url}/webhooks/shopify`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': `odd-${topic}`,
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
    });
    return answer.status;
  };
  expect(await send('orders/updated', { id: 123, note: 'half an emoji \ud83d, \0' })).toBe(200);
  expect(await send('bulk_operations/finish', { admin_graphql_api_id: 'half an emoji \ud83d' })).toBe(400);
  const kept = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('webhook_inbox').select('topic').where('webhook_id', 'like', 'odd-%').execute(),
  );
  expect(kept).toEqual([{ topic: 'orders/updated' }]);
});

it.each(['0000-01-01', '0001-01-01', '9999-12-31', '1999-12-31', '2101-01-01'])(
  'the date %s, which no parcel has, is never a fault of ours',
  async (day) => {
    for (const name of ['bookingDateFrom', 'bookingDateTo', 'deliveredDateFrom', 'deliveredDateTo']) {
      const { status, body } = await call('GET', `get-dashboard-analytics?${name}=${day}`);
      expect({ name, status, msg: body.errors?.[0]?.msg }).toEqual({
        name,
        status: 400,
        msg: 'Enter a date from 2000 to 2100',
      });
    }
    for (const name of ['bookingfrom', 'bookingto', 'deliveredfrom', 'deliveredto']) {
      expect((await call('GET', `get-all-orders?${name}=${day}`)).status).toBeLessThan(500);
      const selected = await call('POST', 'shipments/selection', { selection: { matching: { [name]: day } } });
      expect({ name, status: selected.status }).toEqual({ name, status: 400 });
    }
  },
);

it.each(['%00', 'LE%00123', '%ED%A0%80', 'x'.repeat(90)])('the tracking page of %s is not found', async (number) => {
  expect([400, 404]).toContain((await server.call('GET', `/track/${number}`)).status);
  expect([400, 404]).toContain((await server.call('GET', `track-order-public/${number}`)).status);
});
