import type { Batch, BatchRow } from '@courierdesk/contract/batches';
import type { BookableShop } from './bookable-shop.ts';
import type { Answer, TestServer } from './test-server.ts';

/** A batch as a person with the sheet open works on it. */
export type SheetOf = {
  readonly id: string;
  call(method: string, path?: string, body?: unknown, token?: string): Promise<Answer>;
  /** The batch and its rows as they are now. */
  read(): Promise<{ data: Batch; rows: BatchRow[]; cursor: string }>;
  row(orderName: string): Promise<BatchRow>;
  /** Sets cells of one row as it was last read. */
  set(row: BatchRow, cells: Record<string, unknown>, token?: string): Promise<Answer>;
  /** Presses the button and lets the worker go on until nothing is due. */
  book(): Promise<{ data: Batch; rows: BatchRow[] }>;
};

export async function aBatch(
  server: TestServer,
  shop: BookableShop,
  orders: readonly { id: string }[],
  given: { account?: string } = {},
): Promise<SheetOf> {
  const made = await server.call('POST', 'batches', {
    token: shop.token,
    body: { order_ids: orders.map((order) => order.id) },
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const { id } = made.body.data;
  const sheet: SheetOf = {
    id,
    call: (method, path = '', body, token = shop.token) =>
      server.call(method, `batches/${id}${path}`, { token, ...(body !== undefined && { body }) }),
    read: async () => (await sheet.call('GET')).body,
    async row(orderName) {
      const found = (await sheet.read()).rows.find((row) => row.order_name === orderName);
      if (!found) throw new Error(`${orderName} is not in the batch`);
      return found;
    },
    set: (row, cells, token) =>
      sheet.call('PATCH', '/rows', { rows: [{ id: row.id, revision: row.revision, set: cells }] }, token),
    async book() {
      await sheet.call('POST', '/book', {});
      await server.sweep('batch-rows');
      return sheet.read();
    },
  };
  await server.sweep('batch-reading');
  if (given.account) await sheet.call('PATCH', '/rows', { all: true, set: { tracking_account: given.account } });
  return sheet;
}
