import type { Batch, BatchRow } from '@courierdesk/contract/batch';
import type { BookableShop } from './bookable-shop.ts';
import type { Answer, TestServer } from './test-server.ts';

/** A batch, and what a person can do with it on its page. */
export type TestBatch = {
  readonly id: string;
  call(method: string, path?: string, body?: unknown, token?: string): Promise<Answer>;
  /** The current batch and rows. */
  read(): Promise<{ data: Batch; rows: BatchRow[]; cursor: string }>;
  row(orderName: string): Promise<BatchRow>;
  /** Sets cells of one row as it was last read. */
  set(row: BatchRow, cells: Record<string, unknown>, token?: string): Promise<Answer>;
  /** Presses the Book button and runs the worker until no row is due. */
  book(): Promise<{ data: Batch; rows: BatchRow[] }>;
};

export async function aBatch(
  server: TestServer,
  shop: BookableShop,
  orders: readonly { id: string }[],
  given: { account?: string } = {},
): Promise<TestBatch> {
  const made = await server.call('POST', 'batches', {
    token: shop.token,
    body: { order_ids: orders.map((order) => order.id) },
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const { id } = made.body.data;
  const batch: TestBatch = {
    id,
    call: (method, path = '', body, token = shop.token) =>
      server.call(method, `batches/${id}${path}`, { token, ...(body !== undefined && { body }) }),
    read: async () => (await batch.call('GET')).body,
    async row(orderName) {
      const found = (await batch.read()).rows.find((row) => row.order_name === orderName);
      if (!found) throw new Error(`${orderName} is not in the batch`);
      return found;
    },
    set: (row, cells, token) =>
      batch.call('PATCH', '/rows', { rows: [{ id: row.id, revision: row.revision, set: cells }] }, token),
    async book() {
      await batch.call('POST', '/book', {});
      await server.work('batch-rows');
      return batch.read();
    },
  };
  await server.work('batch-comparisons');
  if (given.account) await batch.call('PATCH', '/rows', { all: true, set: { tracking_account: given.account } });
  return batch;
}

let phones = 0;

/** Orders that are not taken for those of one customer, also when several tests make them. */
export async function differentCustomers(shop: BookableShop, count: number, given: Record<string, unknown> = {}) {
  const made = [];
  for (let index = 0; index < count; index += 1) {
    phones += 1;
    const address = { firstName: 'Ayesha', lastName: `Khan ${phones}`, address1: `House ${phones}, Street 4` };
    const phone = `0300${String(1_000_000 + phones)}`;
    made.push(await shop.newOrder({ phone, address, email: 'ayesha@example.com', ...given }));
  }
  return made;
}
