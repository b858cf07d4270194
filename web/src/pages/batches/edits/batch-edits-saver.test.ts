import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { batchQuery } from '../../../api/batches.ts';
import { servePage, type PageServer } from '../../../api/page-server.testing.ts';
import { queryClient } from '../../../api/query-client.ts';
import { batchEditsSaver } from './batch-edits-saver.ts';
import { aBatch, aRow } from '../../../api/batch-row.testing.ts';

const { id } = aRow();
const answered = Promise.withResolvers<void>();
const sent: unknown[] = [];
let page: PageServer;

beforeAll(async () => {
  page = await servePage((request, response) => {
    void json(request).then(async (body) => {
      sent.push(body);
      if (sent.length === 1) await answered.promise;
      const row = aRow({ revision: 3 + sent.length });
      const reply = { data: aBatch, rows: [row], refused: [] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
});
beforeEach(() => {
  page.stored.clear();
  // Each session has savers of its own.
  page.stored.set('auth_token', crypto.randomUUID());
  queryClient.setQueryData(batchQuery(aBatch.id).queryKey, {
    ...{ batch: aBatch, rows: new Map([[id, aRow()]]), cursor: '1' },
  });
});
afterAll(() => {
  queryClient.clear();
  page.close();
});

it('a batch that is opened again while its edits are being saved waits for the answer before it saves newer ones', async () => {
  const left = batchEditsSaver(aBatch.id, 'ayesha');
  left.change({ [id]: { remarks: 'a' } });
  const leaving = left.flush();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const opened = batchEditsSaver(aBatch.id, 'ayesha');
  opened.change({ [id]: { remarks: 'ab' } });
  const saving = opened.flush();
  answered.resolve();
  await Promise.all([leaving, saving]);
  expect(sent).toEqual([
    { rows: [{ id, revision: 3, set: { remarks: 'a' } }] },
    { rows: [{ id, revision: 4, set: { remarks: 'ab' } }] },
  ]);
});

it('waiting edits of a batch are not saved as those of the next person who signs in', async () => {
  const left = batchEditsSaver(aBatch.id, 'ayesha');
  left.change({ [id]: { remarks: 'of Ayesha' } });
  page.stored.set('auth_token', 'of Bilal');
  await expect(left.flush()).rejects.toThrow('Unauthorized');
  expect(sent).not.toContainEqual(
    expect.objectContaining({ rows: [expect.objectContaining({ set: { remarks: 'of Ayesha' } })] }),
  );
});
