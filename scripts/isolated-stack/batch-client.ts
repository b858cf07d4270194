import { type Batch, type BatchRow } from '@courierdesk/contract/batch';
import { bookBatch, createBatch, editBatchRows, getBatch } from '@courierdesk/contract/batches';
import type { Endpoint } from '@courierdesk/contract/endpoint';
import { callApi, type Answer } from './call-api.ts';

/** What a batch sheet shows: the batch, its rows, and the cursor for later changes. */
export type Sheet = {
  data: Batch;
  rows: BatchRow[];
  cursor: string;
};

/** Works on a batch sheet over HTTP, as a person does in the browser. */
export type BatchClient = {
  id: string;
  read(since?: string): Promise<Sheet>;
  /** The same cells for all rows, or for some. */
  setFor(rowIds: string[] | 'all', cells: Record<string, unknown>): Promise<void>;
  press(button: 'book' | 'retry' | 'stop', rowIds?: string[]): Promise<{ taken: number }>;
};

/** `send` makes one call. It may retry when the server is down. */
export async function openBatch(
  orderIds: string[],
  send: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Answer>,
): Promise<BatchClient> {
  const made = createBatch.reply.parse(done(await send('POST', createBatch.path, { order_ids: orderIds })));
  const at = (endpoint: Endpoint, query = ''): string => endpoint.path.replace(':id', made.data.id) + query;
  return {
    id: made.data.id,
    read: async (since) =>
      getBatch.reply.parse(done(await send('GET', at(getBatch, since === undefined ? '' : `?since=${since}`)))),
    async setFor(rowIds, cells) {
      const rows = rowIds === 'all' ? { all: true } : { row_ids: rowIds };
      done(await send('PATCH', at(editBatchRows), { ...rows, set: cells }));
    },
    press: async (button, rowIds) =>
      bookBatch.reply.parse(
        done(await send('POST', `/batches/${made.data.id}/${button}`, rowIds ? { row_ids: rowIds } : {})),
      ),
  };
}

/** The same, without retries. */
export const openBatchAs = (url: string, token: string, orderIds: string[]): Promise<BatchClient> =>
  openBatch(orderIds, (method, path, body) => callApi(url, token, method, path, body));

function done({ status, body }: Answer): unknown {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 500)}`);
  return body;
}
