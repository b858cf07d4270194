import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestNeededJobs } from '../base/jobs/request-needed-jobs.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { shopWork } from './worker.ts';

let server: TestServer;
let shop: BookableShop;
beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const kinds = ['booking-look-ups', 'cancels', 'customer-mails', 'label-downloads', 'reset-mails'];
const call = (method: string, path: string, body?: object) => server.call(method, path, { token: shop.token, body });
async function waitingJobs() {
  const { rows } = await server.context.pool.query(
    `select name, singleton_key, group_id, start_after from pgboss.job where name = any($1) order by name, singleton_key`,
    [kinds],
  );
  return rows;
}

test('jobs that are lost with a restored backup are requested again, due at the same time', async () => {
  await call('PUT', 'customer-mails', {
    kind: 'booked',
    enabled: true,
    subject: 'About {order}',
    message: 'Dear {name}',
  });
  const { trackingNumber } = (
    await shop.book(await shop.newOrder(), 'LEOPARD', { consignee_email: 'sana@example.test' })
  ).body.data;
  await server.sandbox.control('faults', [
    { target: 'leopard', operation: 'cancel', kind: 'error500' },
    { target: 'leopard', operation: 'track', kind: 'error500' },
    { target: 'postex', operation: 'book', kind: 'lose-answer', times: 1 },
  ]);
  expect((await call('PUT', `cancel-booking/${trackingNumber}`)).status).toBe(202);
  expect((await shop.book(await shop.newOrder(), 'POSTEX')).status).toBe(202);
  await server.call('POST', 'password/reset-password-pin', { body: { email: 'sana@example.test' } });

  const before = await waitingJobs();
  expect(before.map(({ name }) => name)).toEqual(kinds);
  await server.context.pool.query('delete from pgboss.job');
  await requestNeededJobs(server.context, shopWork);
  expect(await waitingJobs()).toEqual(before);
});
