import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { updateExactlyOne, isNotExactlyOne } from './update-exactly-one.ts';
import type { Db } from './client.ts';
import { withShop } from './tenancy.ts';

let server: TestServer;
let shopId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  ({ shopId } = await aShop(server.context));
});
afterAll(() => server?.close());

const rename = (trx: Db, from: string, to: string) =>
  updateExactlyOne(
    trx,
    trx.updateTable('shop').set({ name: to }).where('id', '=', shopId).where('name', '=', from).returningAll(),
  );
const owner = (trx: Db, name: string) =>
  trx.updateTable('shop').set({ owner_name: name }).where('id', '=', shopId).execute();
const shopNow = () =>
  withShop(
    server.context.db,
    shopId,
    (trx) => trx.selectFrom('shop').select(['name', 'owner_name']).where('id', '=', shopId).executeTakeFirstOrThrow(),
    { pipelined: true },
  );

test('returns the new row, and the statements sent with it are committed', async () => {
  const { name } = await shopNow();
  const [row] = await withShop(
    server.context.db,
    shopId,
    (trx) => Promise.all([rename(trx, name, 'Gulberg Lawn'), owner(trx, 'Ayesha')]),
    { pipelined: true },
  );
  expect(row).toMatchObject({ id: shopId, name: 'Gulberg Lawn' });
  expect(await shopNow()).toEqual({ name: 'Gulberg Lawn', owner_name: 'Ayesha' });
});

test('if no row matches, the whole transaction is rolled back, although its COMMIT was sent with it', async () => {
  const before = await shopNow();
  const changed = withShop(
    server.context.db,
    shopId,
    (trx) => Promise.all([owner(trx, 'before'), rename(trx, 'another name', 'never'), owner(trx, 'after')]),
    { pipelined: true },
  );
  const error: unknown = await changed.catch((thrown: unknown) => thrown);
  expect(isNotExactlyOne(error)).toBe(true);
  expect(await shopNow()).toEqual(before);
});

test('any other error is not reported as a row that did not match', async () => {
  const failed: unknown = await withShop(server.context.db, shopId, (trx) => sql`select 1 / 0`.execute(trx), {
    pipelined: true,
  }).catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(Error);
  expect(isNotExactlyOne(failed)).toBe(false);
});
