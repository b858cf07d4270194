import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShipment } from '../testing/a-shipment.ts';
import { courierValues } from '../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../testing/factories.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let token: string;

beforeAll(async () => {
  world = await startWorld();
  const { shopId } = await aShop(world.context);
  ({ token } = await aUser(world.context, shopId));
  const accounts = ['LEOPARD', 'MNP', 'POSTEX'] as const;
  const [first] = await Promise.all(
    accounts.map((company) => anAccount(world.context, shopId, company, courierValues[company])),
  );
  for (const order of ['#1', '#2', '#3'])
    await aShipment(world.context, shopId, { accountId: first?.accountId ?? null, order });
  for (const columns of [['cod'], ['cod', 'order_name'], ['order_name']])
    await post('export-orders?filter=STORE_ORDERS', { columns });
  for (const number of ['A1', 'A2', 'A3'])
    await post('import-orders', {
      ordersData: [{ tracking_number: number, payment_status: 'PAID' }],
    });
});
afterAll(() => world?.close());

const post = async (path: string, body: unknown): Promise<void> => {
  const { status, body: answer } = await world.call('POST', path, { token, body });
  expect([path, status < 300, answer]).toEqual([path, true, answer]);
};

it.each([
  ['get-all-orders', 3],
  ['get-accounts-table', 3],
  ['exports', 3],
  ['imports', 3],
])('%s: a page beyond the last is the last one', async (path, total) => {
  const read = async (page: number) => (await world.call('GET', `${path}?limit=2&page=${page}`, { token })).body;
  const [last, beyond] = [await read(2), await read(9)];
  expect((last.data ?? last.accounts).length).toBe(total - 2);
  expect(beyond).toEqual(last);
  expect((beyond.pagination?.page ?? beyond.page) === 2).toBe(true);
});

it('a list of nothing has one page', async () => {
  for (const path of ['load-sheets', 'batches', 'shipments/attention', 'store-orders']) {
    const { body } = await world.call('GET', `${path}?page=9`, { token });
    expect(body.data).toEqual([]);
    expect(body.pagination?.page ?? body.page).toBe(1);
  }
});
