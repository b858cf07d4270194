import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { lockBatch } from '../batches/queries.ts';
import { rowFrom, type Row } from '../batches/row.ts';
import { failRow, failWaitingRowsOfShop } from './row-outcomes.ts';
import { AppError } from '../../base/errors.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const inShop = <T>(work: Parameters<typeof withShop<T>>[2]): Promise<T> =>
  withShop(server.context.db, shop.shopId, work);

/** A row that waits to be booked, with a parcel that the courier is asked for if `isAsked`. */
async function aQueuedRow({ isAsked = false } = {}): Promise<Row> {
  const { id } = await aBatch(server, shop, [await shop.newOrder()], { account: shop.accounts.LEOPARD });
  const asked = isAsked
    ? await aShipment(server.context, shop.shopId, { accountId: shop.accounts.LEOPARD, number: null, state: 'asking' })
    : null;
  const row = await inShop((trx) =>
    trx
      .updateTable('batch_row')
      .set({ state: asked ? 'booking' : 'queued', shipment_id: asked, due_at: server.clock.now })
      .where('shop_id', '=', shop.shopId)
      .where('batch_id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return rowFrom(row);
}

/** A person has locked the batch, and `background` changes the row. Whether the person can lock the row too. */
async function personCanLock({ batch_id: batchId, id }: Row, background: () => Promise<unknown>): Promise<boolean> {
  let other: Promise<unknown> | undefined;
  const canLock = await inShop(async (trx) => {
    await lockBatch(trx, shop.shopId, batchId);
    other = background();
    await expect.poll(() => waitingStatements(server)).toBe(1);
    const { rows } = await sql`
      select from batch_row where shop_id = ${shop.shopId} and id = ${id} for update skip locked`.execute(trx);
    return rows.length === 1;
  });
  await other;
  return canLock;
}

it.each(['a row that fails', 'all rows of a shop that fail', 'the end of a booking'] as const)(
  '%s waits for a person who changes the batch, without the row that the person needs',
  async (what) => {
    const row = await aQueuedRow({ isAsked: what === 'the end of a booking' });
    const changes = {
      'a row that fails': () => failRow(server.context, row, 'not-found', 'This order was not found.'),
      'all rows of a shop that fail': () =>
        failWaitingRowsOfShop(server.context, shop.shopId, new AppError('plan-limit', 'The plan is used up.')),
      'the end of a booking': () =>
        inShop((trx) =>
          trx
            .updateTable('shipment')
            .set({ booking_state: 'rejected', answer: 'No' })
            .where('shop_id', '=', shop.shopId)
            .where('id', '=', row.shipment_id)
            .execute(),
        ),
    };
    expect(await personCanLock(row, changes[what])).toBe(true);
    const { state } = await inShop((trx) =>
      trx
        .selectFrom('batch_row')
        .select('state')
        .where('shop_id', '=', shop.shopId)
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow(),
    );
    expect(state).toBe('failed');
  },
);
