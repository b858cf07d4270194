import type { LabelPrint } from '@courierdesk/contract/labels';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/failures.ts';
import { downloadsAutomatically, pendingPrints } from '../lib/pending-prints.ts';
import { printTogether } from './labels.ts';

type Answer = () => Response;

const id = '68a1f0c2b3d4e5f601234567';
const print = (state: LabelPrint['state']): LabelPrint => ({
  id,
  state,
  kind: 'airway-bill',
  done: state === 'done' ? 30 : 0,
  total: 30,
  notes: [],
});
const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status });
const begun = json({ data: print('under-way'), ticket: null }, 202);
const done = json({ data: print('done') });
const lost: Answer = () => {
  throw new TypeError('Failed to fetch');
};
const refused = (status: number): Answer =>
  json({ errors: [{ code: 'not-found', msg: 'Gone' }], request_id: 'r' }, status);

let answers: Answer[] = [];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async () => answers.shift()?.());
});

const made = () => printTogether({ shipmentIds: [id], size: 'a4-1' }, () => undefined);

it.each([
  ['the connection breaks', lost],
  ['the server restarts', refused(503)],
])('a print is downloaded although %s while it goes on', async (_, trouble) => {
  answers = [begun, trouble, done, json({ ticket: 'T1' })];
  expect(await made()).toMatchObject({ print: { state: 'done' }, ticket: 'T1' });
  expect(pendingPrints()).toEqual([]);
});

it.each([
  ['the progress', [begun, refused(404)], 'Gone'],
  ['the file', [begun, done, lost], 'The connection to Courierdesk broke'],
])('a print whose request for %s fails can be downloaded by hand', async (_, given, message) => {
  answers = given;
  await expect(made()).rejects.toThrow(message);
  expect(pendingPrints()).toMatchObject([{ id }]);
  expect(downloadsAutomatically(id)).toBe(false);
});

it('a print that failed is not pending', async () => {
  answers = [begun, json({ data: print('failed') })];
  await expect(made()).rejects.not.toBeInstanceOf(ApiError);
  expect(pendingPrints()).toEqual([]);
});
