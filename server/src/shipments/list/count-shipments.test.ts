import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { aShipment, type GivenShipment } from '../../testing/a-shipment.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { countShipments, foldCounts, canUseCounters } from './count-shipments.ts';
import { plainListRequest, matchingShipments } from './shipment-filters.ts';

let server: TestServer;
let shopId: string;
let token: string;

/** Each filter by value, with one value that matches some rows and one that matches none. */
const filters = {
  courier: ['TCS', 'MNP'],
  status: ['DELIVERED', 'RTS'],
  payment_status: ['PAID', 'UNPAID'],
  dest: ['KARACHI', 'Gwadar'],
  tag: ['MERGED', 'GIFT'],
  bookedBy: ['T2', 'X9'],
} as const;
const single = Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
const pairs = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other })));
const several = [
  { status: 'DELIVERED,CANCELLED' },
  { status: 'DELIVERED,CANCELLED', courier: 'TCS,LEOPARD', tag: 'MERGED' },
];
const searches = [{}, ...single, ...pairs, ...several];

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD);
  const add = (given: Omit<GivenShipment, 'accountId'>): Promise<string> =>
    aShipment(server.context, shopId, { accountId, ...given });
  await add({ city: 'Lahore' });
  await add({ city: 'Lahore', company: 'TCS', tag: 'MERGED' });
  await add({ city: 'Karachi', company: 'TCS', status: 'DELIVERED', paid: true, by: 'T2' });
  await add({ city: 'karachi', status: 'DELIVERED', tag: 'MERGED' });
  await add({ city: 'Karachi', status: 'CANCELLED', by: 'T2' });
  await add({ city: 'Karachi', number: null });
});
afterAll(() => server?.close());

/** Compares the counters with the rows, for every filter and pair of filters. */
async function totals(): Promise<{ counted: number[]; there: number[] }> {
  return withShop(server.context.db, shopId, async (trx) => {
    const counted: number[] = [];
    const there: number[] = [];
    for (const search of searches) {
      const query = ShipmentsQuery.parse(search);
      const asked = plainListRequest({ shopId, shop: { timeZone: 'Asia/Karachi' } }, query, server.clock.now);
      expect(canUseCounters(asked)).toBe(true);
      counted.push(await countShipments(trx, asked));
      there.push((await matchingShipments(trx, asked).select('s.id').execute()).length);
    }
    return { counted, there };
  });
}

const changes = (): Promise<number> =>
  acrossShops(server.context.db, async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from shipment_count_change where shop_id = ${shopId}`.execute(trx);
    return rows[0]?.n ?? 0;
  });

/** More changes than the worker leaves for readers to add up. */
const moveToAndFro = (times: number): Promise<unknown> =>
  withShop(server.context.db, shopId, (trx) =>
    sql`
      do $$ begin
        for turn in 1..${sql.lit(times)} loop
          update shipment set status = 'RTS' where destination_city = 'Lahore';
          update shipment set status = 'FULFILLED' where destination_city = 'Lahore';
        end loop;
      end $$`.execute(trx),
  );

it('totals of the orders list are right for every filter by value and every pair of them', async () => {
  const { counted, there } = await totals();
  expect(counted).toEqual(there);
  expect(Math.max(...there.slice(1))).toBeGreaterThan(0);
});

it('totals of the orders list stay right while two workers update the counters at once', async () => {
  await moveToAndFro(100);
  expect(await changes()).toBeGreaterThan(200);
  await Promise.all([foldCounts(server.context), foldCounts(server.context)]);
  expect(await changes()).toBe(0);
  const { counted, there } = await totals();
  expect(counted).toEqual(there);
});

it('totals of the orders list stay right after later changes', async () => {
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('shipment').set({ destination_city: 'Gwadar', tag: 'GIFT' }).where('tag', '=', 'MERGED').execute(),
  );
  const { counted, there } = await totals();
  expect(counted).toEqual(there);
  await moveToAndFro(101);
  await foldCounts(server.context);
  expect(await totals()).toEqual({ counted: there, there });
});

it('totals of the orders list keep no counter that is zero', async () => {
  const zeros = await acrossShops(server.context.db, (trx) =>
    trx.selectFrom('shipment_count').select('n').where('shop_id', '=', shopId).where('n', '<=', 0).execute(),
  );
  expect(zeros).toEqual([]);
});

it('totals of the orders list are counted from the rows for any other filter', async () => {
  const { body } = await server.call('GET', 'get-all-orders?courier=LEOPARD&phone_num=0300', { token });
  expect(body.totalOrders).toBe(3);
});
