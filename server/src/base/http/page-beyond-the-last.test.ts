import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShipment } from '../../testing/a-shipment.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const { shopId } = await aShop(server.context);
  ({ token } = await aUser(server.context, shopId));
  const accounts = ['LEOPARD', 'MNP', 'POSTEX'] as const;
  const [first] = await Promise.all(
    accounts.map((company) => anAccount(server.context, shopId, company, courierValues[company])),
  );
  for (const order of ['#1', '#2', '#3'])
    await aShipment(server.context, shopId, { accountId: first?.accountId ?? null, order });
  for (const columns of [['cod'], ['cod', 'order_name'], ['order_name']])
    await post('export-orders?filter=STORE_ORDERS', { columns });
  for (const number of ['A1', 'A2', 'A3'])
    await post('import-orders', {
      ordersData: [{ tracking_number: number, payment_status: 'PAID' }],
    });
});
afterAll(() => server?.close());

async function post(path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await server.call('POST', path, { token, body });
  expect([path, status < 300, answer]).toEqual([path, true, answer]);
}

it.each([
  ['get-all-orders', 3],
  ['get-accounts-table', 3],
  ['exports', 3],
  ['imports', 3],
])('%s: a page beyond the last is the last one', async (path, total) => {
  const read = async (page: number) => (await server.call('GET', `${path}?limit=2&page=${page}`, { token })).body;
  const [last, beyond] = [await read(2), await read(9)];
  expect((last.data ?? last.accounts).length).toBe(total - 2);
  expect(beyond).toEqual(last);
  expect((beyond.pagination?.page ?? beyond.page) === 2).toBe(true);
});

it('a list of nothing has one page', async () => {
  for (const path of ['load-sheets', 'batches', 'shipments/attention', 'store-orders']) {
    const { body } = await server.call('GET', `${path}?page=9`, { token });
    expect(body.data).toEqual([]);
    expect(body.pagination?.page ?? body.page).toBe(1);
  }
});
