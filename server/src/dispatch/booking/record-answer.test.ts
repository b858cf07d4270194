import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
let admin: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await server?.close();
});

/** The first try to save a booking fails with this SQLSTATE after half a second. */
const failFirstTry = (code: string) =>
  admin.query(`
    create sequence tries;
    grant usage on sequence tries to public;
    create function fail_first_try() returns trigger language plpgsql as $$
      begin
        if nextval('tries') > 1 then return new; end if;
        perform pg_sleep(0.5);
        raise exception 'not now' using errcode = '${code}';
      end $$;
    create trigger fail_first_try before update on shipment for each row
      when (new.booking_state = 'booked') execute function fail_first_try()`);
const hasTried = async (): Promise<boolean> => (await admin.query('select is_called from tries')).rows[0].is_called;

test.each([
  ['became read-only', '25006'],
  ['was away for longer than all other tries may take', '57P01'],
])('the answer of a courier is saved when the database %s', async (_what, code) => {
  const form = await shop.form(await shop.newOrder(), 'LEOPARD');
  await failFirstTry(code);
  const booking = server.call('POST', 'book-order', { token: shop.token, body: form });
  await expect.poll(hasTried, { interval: 10 }).toBe(true);
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  const { status, body } = await booking;
  vi.restoreAllMocks();
  await admin.query('drop function fail_first_try cascade; drop sequence tries');
  expect({ status, body }).toMatchObject({ status: 200, body: { booking_state: 'booked' } });
});
