import type { LabelPrint } from '@courierdesk/contract/labels';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../lib/failures.ts';
import { printsLeftToPerson } from '../lib/pending-prints.ts';
import { printLabelsOf, printTogether, refreshPrinted } from './labels.ts';
import { servePage, type PageServer } from './page-server.testing.ts';
import { queryClient } from './query-client.ts';
import { toDoQuery } from './to-do.ts';

type Answer = (response: ServerResponse) => void;

const id = '68a1f0c2b3d4e5f601234567';
const print = (state: LabelPrint['state']): LabelPrint => ({
  id,
  state,
  kind: 'airway-bill',
  done: state === 'done' ? 30 : 0,
  total: 30,
  notes: [],
  load_sheets: 0,
});
const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const begun = json({ data: print('under-way'), ticket: null }, 202);
const done = json({ data: print('done') });
const lost: Answer = (response) => response.destroy();
const refused = (status: number): Answer =>
  json({ errors: [{ code: 'not-found', msg: 'Gone' }], request_id: 'r' }, status);

/** The answers to the next requests. */
let answers: Answer[] = [];
let page: PageServer;

beforeAll(async () => {
  page = await servePage((request, response) => {
    request.resume();
    answers.shift()?.(response);
  });
});
beforeEach(() => {
  page.stored.clear();
  page.stored.set('auth_token', 'secret');
});
afterAll(() => page.close());

const made = () => printTogether({ shipmentIds: [id], size: 'a4-1' }, () => undefined);

it.each([
  ['the connection breaks', lost],
  ['the server restarts', refused(503)],
])('a print is downloaded although %s during it', async (_, trouble) => {
  answers = [begun, trouble, done, json({ ticket: 'T1' })];
  expect(await made()).toMatchObject({ print: { state: 'done' }, ticket: 'T1' });
  expect(page.stored.has('prints_under_way')).toBe(false);
});

it.each([
  ['the progress', [begun, refused(404)], 'Gone'],
  ['the file', [begun, done, lost], 'The connection to Courierdesk broke'],
])('a print can be downloaded by hand after the request for %s failed', async (_, given, message) => {
  answers = given;
  await expect(made()).rejects.toThrow(message);
  expect(printsLeftToPerson()).toMatchObject([{ id }]);
});

it('the count of labels to print is read again once a print is opened', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    queryClient.clear();
  });
  queryClient.setQueryData(toDoQuery.queryKey, { data: [], more: [], resolving: 0 });
  refreshPrinted();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(queryClient.getQueryState(toDoQuery.queryKey)?.isInvalidated).toBe(true);
});

it('a print that failed is not pending', async () => {
  answers = [begun, json({ data: print('failed') })];
  await expect(made()).rejects.not.toBeInstanceOf(ApiError);
  expect(page.stored.has('prints_under_way')).toBe(false);
});

it('a print of two files says what was printed, and what is left, when the second one fails', async () => {
  const shipmentIds = Array.from({ length: 2001 }, (_, index) => index.toString(16).padStart(24, '0'));
  const note = {
    shipment_id: id,
    order_name: '#1',
    tracking_number: '',
    printed: true,
    ended: false,
    message: 'Too long',
  };
  answers = [json({ data: { ...print('done'), total: 2000, notes: [note] }, ticket: 'T1' }), refused(503)];
  const delivered: string[] = [];
  const printed = await printLabelsOf(
    { shipmentIds, kind: 'airway-bill', size: 'a4-1' },
    () => undefined,
    (ticket) => delivered.push(ticket),
  );
  expect(printed).toMatchObject({
    prints: [{ total: 2000, notes: [{ message: 'Too long' }] }],
    stopped: { error: expect.any(ApiError), rest: [shipmentIds[2000]] },
  });
  expect(delivered).toEqual(['T1']);
});
