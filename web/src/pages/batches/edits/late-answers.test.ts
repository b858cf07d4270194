import type { BatchRow } from '@courierdesk/contract/batch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { batchQuery, bookRows, cachedBatch } from '../../../api/batches.ts';
import { servePage, type PageServer } from '../../../api/page-server.testing.ts';
import { queryClient } from '../../../api/query-client.ts';
import { aBatch, aRow, idOf } from '../../../api/batch-row.testing.ts';

const { id } = aBatch;

type Answer = (state: BatchRow['state']) => void;

/** Gets what answers the next reading, and the next order to book. */
let onRead: (answer: Answer) => void;
let onBook: (answer: Answer) => void;
let page: PageServer;

beforeAll(async () => {
  page = await servePage((request, response) => {
    request.resume();
    const answer: Answer = (state) => {
      const reply = { data: aBatch, rows: [aRow({ state })], cursor: '1', taken: 1 };
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
