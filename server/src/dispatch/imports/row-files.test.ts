import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { importWork } from './jobs.ts';
import { saveRowsOfFile } from './save-rows.ts';
import { importById } from './queries.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const booked = async (): Promise<string> =>
  (await shop.book(await shop.newOrder(), 'LEOPARD')).body.data.trackingNumber;

const call = (method: string, path: string, body?: object, token = shop.token): Promise<Answer> =>
  server.call(method, path, { token, ...(body && { body }) });

async function upload(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  query = '',
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/v1/imports/files${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/x-ndjson', ...headers },
    body: bytes,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function stored(text: string): Promise<string> {
  const { status, body } = await upload(new Uint8Array(gzipSync(text)), { 'content-encoding': 'gzip' });
  expect(status).toBe(200);
  return body.data.id;
}

const statusOf = async (number: string): Promise<string> =>
  (await call('GET', `get-all-orders?track=${number}`)).body.data[0].payment_status;

const filesOfShop = (): Promise<number> =>
  withShop(
    server.context.db,
    shop.shopId,
    async (trx) => (await trx.selectFrom('stored_file').select('id').execute()).length,
  );

it('a file of rows is previewed by the worker as the same rows are in a call', async () => {
  const number = await booked();
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    line: index + 2,
    tracking_number: index === 2_500 ? number : index % 100 === 7 ? 'none' : `LE${1_000_000 + (index % 2_900)}`,
    payment_status: index % 50 === 3 ? 'maybe' : 'PAID',
  }));
  const started = await call('POST', 'imports/preview', {
    kind: 'payment-status',
    file_id: await stored(lines(rows)),
  });
  expect(started.status).toBe(202);
  expect(started.body).toMatchObject({ data: null, job: { state: 'under-way', total: 3_000, done: 0 } });
  await server.work('import-previews');
  const done = await call('GET', `imports/previews/${started.body.job.id}`);
  expect(done.body.job).toMatchObject({ state: 'done', total: 3_000, done: 3_000 });
  const direct = await call('POST', 'imports/preview', { kind: 'payment-status', ordersData: rows });
  expect(direct.body.data).toMatchObject({ total: 3_000, changed: 1, unchanged: 97 });
  expect(done.body.data).toEqual(direct.body.data);
  expect(await statusOf(number)).toBe('UNPAID');
});

it('a file of rows with rows of other columns than the person sees is neither previewed nor imported', async () => {
  const columns = 'payment-status tracking_number=0 payment_status=1';
  const number = await booked();
  const answer = await upload(
    new TextEncoder().encode(lines([{ tracking_number: number, payment_status: 'PAID' }])),
    {},
    `?columns=${encodeURIComponent(columns)}`,
  );
  const file = { file_id: answer.body.data.id, kind: 'payment-status' };
  for (const path of ['imports/preview', 'import-orders']) {
    const refused = await call('POST', path, { ...file, columns: columns.replace('=1', '=2') });
    expect([refused.status, refused.body.errors[0].msg]).toEqual([
      409,
      'The columns changed after the rows were checked. Choose the file again.',
    ]);
    expect((await call('POST', path, { ...file, columns })).status).toBe(202);
  }
  await server.work('imports');
  expect(await statusOf(number)).toBe('PAID');
});

it('a file of rows is read and imported by the worker', async () => {
  const numbers = [await booked(), await booked()];
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    tracking_number: numbers[index === 0 ? 0 : index === 5_999 ? 1 : -1] ?? `LE${1_000_000 + index}`,
    payment_status: 'PAID',
  }));
  const started = await call('POST', 'import-orders', { file_id: await stored(lines(rows)), file_name: 'large.csv' });
  expect(started.status).toBe(202);
  expect(started.body.msg).toBe('The import of 6,000 rows has started.');
  expect(started.body.data.read).toBe(0);
  await server.work('imports');
  const { body } = await call('GET', `imports/${started.body.data.id}`);
  expect(body.data).toMatchObject({
    state: 'done',
    read: null,
    total: 6_000,
    done: 6_000,
    changed: 2,
    failed: 5_998,
  });
  expect([await statusOf(numbers[0] ?? ''), await statusOf(numbers[1] ?? '')]).toEqual(['PAID', 'PAID']);
  const { body: failed } = await call('GET', `imports/${started.body.data.id}/rows?state=failed&limit=1`);
  expect(failed.data[0]).toMatchObject({ line: 2, reason: 'No parcel has the tracking number LE1000001' });
});

it('a file of rows loses a line that cannot be read, and nothing else', async () => {
  const number = await booked();
  const text = [
    JSON.stringify({ tracking_number: number, payment_status: 'PAID' }),
    'not JSON',
    JSON.stringify({ tracking_number: 'x'.repeat(300_000), payment_status: 'PAID' }),
    '[]',
    JSON.stringify({ tracking_number: { a: 1 } }),
    JSON.stringify({ tracking_number: 'A\ud83d001', payment_status: 'PAID' }),
    JSON.stringify({ tracking_number: 'A\x00001', payment_status: 'PAID' }),
    '',
    '\u{1f69a}'.repeat(100),
    JSON.stringify({ line: 77, tracking_number: 'LE5\u2028', payment_status: 'PAID' }),
  ].join('\n');
  const { body } = await call('POST', 'import-orders', { file_id: await stored(text) });
  await server.work('imports');
  const { body: rows } = await call('GET', `imports/${body.data.id}/rows`);
  const unreadable = 'This row could not be read';
  const odd = 'The tracking number has a character that cannot be saved: type it again';
  expect(rows.data.map(({ line, reason }: { line: number; reason: string }) => `${line} ${reason}`)).toEqual([
    '1 ',
    `2 ${unreadable}`,
    '3 This row is too long',
    `4 ${unreadable}`,
    `5 ${unreadable}`,
    `6 ${odd}`,
    `7 ${odd}`,
    `9 ${unreadable}`,
    '77 “LE5” is no tracking number',
  ]);
  expect(await statusOf(number)).toBe('PAID');
});

it('a file of rows of fulfilments offers the accounts to choose from', async () => {
  const file_id = await stored(lines([{ order_name: '#1', tracking_number: 'LE770001', company: 'Leopards' }]));
  const { body } = await call('POST', 'imports/preview', { kind: 'fulfilment', file_id });
  await server.work('import-previews');
  const done = await call('GET', `imports/previews/${body.job.id}`);
  expect(done.body.data).toMatchObject({ total: 1, failed: 1, account_choices: [] });
  const started = await call('POST', 'bulk/orders/fulfillment', { file_id });
  expect(started.status).toBe(202);
  await server.work('imports');
  expect((await call('GET', `imports/${started.body.data.id}`)).body.data).toMatchObject({
    state: 'done',
    failed: 1,
  });
});

it('a file of rows is read again after its reading was killed, and its rows are kept once', async () => {
  const number = await booked();
  const rows = [{ tracking_number: number, payment_status: 'PAID' }, { tracking_number: 'LE1' }];
  const { body } = await call('POST', 'import-orders', { file_id: await stored(lines(rows)) });
  const { context } = server;
  const job = { shopId: shop.shopId, key: body.data.id };
  const held = await withShop(context.db, shop.shopId, (trx) => importById(trx, shop.shopId, body.data.id));
  await killDuringJob(server, importWork, job, async () => undefined);
  expect((await call('GET', `imports/${body.data.id}`)).body.data).toMatchObject({ state: 'under-way', done: 0 });
  await server.work('imports');
  // What the killed worker still does counts for nothing.
  await expect(saveRowsOfFile(context, held, held.file_id ?? '')).rejects.toThrow(
    'another process has saved this part of the import',
  );
  expect((await call('GET', `imports/${body.data.id}`)).body.data).toMatchObject({
    state: 'done',
    total: 2,
    changed: 1,
  });
  expect((await call('GET', `imports/${body.data.id}/rows`)).body.data).toHaveLength(2);
});

it('a file of rows that is not there is not found, and an import that waited too long for it stops', async () => {
  const stranger = await aBookableShop(server);
  const file_id = await stored(lines([{ tracking_number: 'LE1', payment_status: 'PAID' }]));
  const wish = { kind: 'payment-status', file_id };
  expect((await call('POST', 'imports/preview', wish, stranger.token)).status).toBe(404);
  expect((await call('POST', 'import-orders', wish, stranger.token)).body.errors[0].msg).toBe(
    'We no longer have this file. Choose it again.',
  );
  const { body } = await call('POST', 'import-orders', wish);
  const preview = await call('POST', 'imports/preview', wish);
  expect((await call('GET', `imports/previews/${preview.body.job.id}`, undefined, stranger.token)).status).toBe(404);
  server.clock.advance(13 * 3_600_000);
  expect((await call('POST', 'import-orders', wish)).status).toBe(404);
  await server.work('imports');
  expect((await call('GET', `imports/${body.data.id}`)).body.data).toMatchObject({ state: 'stopped', done: 0 });
});

// 48 MB are written before they are too many.
it('a file of rows is refused in words when it is too large, empty, broken or something else, and leaves nothing', async () => {
  const before = await filesOfShop();
  const refused = async (text: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) => {
    const { status, body } = await upload(typeof text === 'string' ? new TextEncoder().encode(text) : text, headers);
    return `${status} ${body.errors[0].msg}`;
  };
  expect(await refused('')).toBe('400 There are no rows');
  expect(await refused('{}\n'.repeat(350_001))).toBe('400 Maximum 350,000 rows per file. Split the file');
  const packed = new Uint8Array(gzipSync(Buffer.alloc(49 * 1024 * 1024, ' ')));
  expect(await refused(packed, { 'content-encoding': 'gzip' })).toMatch(/^413 /);
  expect(await refused('no gzip at all', { 'content-encoding': 'gzip' })).toMatch(/^400 /);
  expect(await refused(packed.subarray(0, 20_000), { 'content-encoding': 'gzip' })).toMatch(/^400 /);
  expect((await call('POST', 'imports/files', {})).status).toBeLessThan(500);
  expect(await filesOfShop()).toBe(before);
}, 60_000);

it('a file of rows or rows: one of them, not both and not neither', async () => {
  const ordersData = [{ tracking_number: 'LE1', payment_status: 'PAID' }];
  const file_id = await stored(lines(ordersData));
  for (const path of ['import-orders', 'imports/preview', 'bulk/orders/fulfillment']) {
    const both = await call('POST', path, { kind: 'payment-status', ordersData, file_id });
    expect(both.body.errors[0].msg).toBe('Send either rows or a file id, not both');
    const neither = await call('POST', path, { kind: 'payment-status' });
    expect(neither.body.errors[0]).toMatchObject({ msg: 'There are no rows', field: 'ordersData' });
  }
  const many = Array.from({ length: 20_001 }, () => ({ tracking_number: 'LE1' }));
  expect((await call('POST', 'import-orders', { ordersData: many })).body.errors[0].msg).toBe(
    'Maximum 20,000 rows in one call: send a file of rows to /imports/files',
  );
});

it('a file of rows makes room for newer ones, unless an import still has to read it', async () => {
  const text = lines([{ tracking_number: 'LE1', payment_status: 'PAID' }]);
  const wanted = await stored(text);
  const { body } = await call('POST', 'import-orders', { file_id: wanted });
  const old = await stored(text);
  for (let count = 0; count < 10; count += 1) {
    server.clock.advance(1_000);
    await stored(text);
  }
  expect((await call('POST', 'import-orders', { file_id: old })).status).toBe(404);
  await server.work('imports');
  expect((await call('GET', `imports/${body.data.id}`)).body.data.state).toBe('done');
});
