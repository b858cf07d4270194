import { Batch, type BatchRow } from '@courierdesk/contract/batch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { batchQuery, bookRows, cachedBatch } from '../../../api/batches.ts';
import { servePage, type PageServer } from '../../../api/page-server.testing.ts';
import { queryClient } from '../../../api/query-client.ts';
import { aRow, idOf } from './batch-row.testing.ts';

const id = idOf('b');
const at = '2026-11-20T05:00:00.000Z';
const batch = Batch.parse({
  ...{ id, number: 1, state: 'running', created_by: 'Ayesha', created_at: at, started_at: at, finished_at: null },
  ...{ total: 1, cod_ready: 0, cod_booked: 0, store: 'store', emails_tracking_link: false },
  counts: { ready: 0, look: 0, left_out: 0, queued: 1, booking: 0, booked: 0, failed: 0, uncertain: 0, changed: 0 },
});

type Answer = (state: BatchRow['state']) => void;

/** Gets what answers the next reading, and the next order to book. */
let onRead: (answer: Answer) => void;
let onBook: (answer: Answer) => void;
let page: PageServer;

beforeAll(async () => {
  page = await servePage((request, response) => {
    request.resume();
    const answer: Answer = (state) => {
      const reply = { data: batch, rows: [aRow({ state })], cursor: '1', taken: 1 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    };
    if (request.method === 'POST') onBook(answer);
    else onRead(answer);
  });
  page.stored.set('auth_token', 'secret');
});
beforeEach(async () => {
  queryClient.clear();
  onRead = (answer) => answer('draft');
  await queryClient.fetchQuery(batchQuery(id));
});
afterAll(() => page.close());

const shownState = (): string | undefined => cachedBatch(id)?.rows.get(idOf('a'))?.state;

it('a late answer about a booking does not take back what a newer reading showed', async () => {
  const asked = Promise.withResolvers<Answer>();
  onBook = asked.resolve;
  const booking = bookRows(id);
  const answer = await asked.promise;
  onRead = (read) => read('booked');
  await queryClient.fetchQuery(batchQuery(id));
  answer('queued');
  await booking;
  expect(shownState()).toBe('booked');
});

it('a late reading does not take back what the answer about a booking showed', async () => {
  const asked = Promise.withResolvers<Answer>();
  onRead = asked.resolve;
  const reading = queryClient.fetchQuery(batchQuery(id));
  const answer = await asked.promise;
  onBook = (booked) => booked('queued');
  await bookRows(id);
  answer('draft');
  await reading;
  expect(shownState()).toBe('queued');
});
