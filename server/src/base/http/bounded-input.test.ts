import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  const { shopId } = await aShop(server.context);
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

const list = (count: number, item = '1'): string => `[${Array(count).fill(item).join(',')}]`;

async function post(path: string, json: string, encoding?: 'gzip') {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...(encoding && { 'content-encoding': encoding }),
    },
    body: encoding ? gzipSync(json) : json,
  });
  const text = await answer.text();
  return { status: answer.status, size: text.length, errors: JSON.parse(text).errors };
}

const maxReply = 5_000;

it.each([
  ['download-csv', `{"columns":${list(200_000)}}`],
  ['export-orders?filter=STORE_ORDERS', `{"columns":${list(49_000)}}`],
  ['order-views', `{"columns":${list(49_000)}}`],
  ['shipments/labels', `{"shipment_ids":${list(2_000)}}`],
  ['shipments/selection', `{"selection":{"ids":${list(10_000)}}}`],
  ['batches', `{"order_ids":${list(1_000)}}`],
  ['shipments/selection', `{${Array.from({ length: 9_000 }, (_, n) => `"x${n}":1`).join(',')}}`],
  ['shipments/012345678901234567890123/resolution', `{"${'x'.repeat(90_000)}":1}`],
])('a call of %s with very many faults is answered briefly', async (path, json) => {
  const { status, size, errors } = await post(path, json);
  expect({ status, brief: size < maxReply, most: errors.length <= 20 }).toEqual({
    status: 400,
    brief: true,
    most: true,
  });
});

it.each([
  ['rows of the wrong kind', '1'],
  ['rows with wrong cells', '{"amount":[],"reference":{}}'],
])('a call with 20,000 %s names its first 20 faults', async (_what, row) => {
  const body = `{"kind":"payment-status","ordersData":${list(20_000, row)}}`;
  const { status, size, errors } = await post('imports/preview', body, 'gzip');
  expect({ status, brief: size < maxReply, faults: errors.length }).toEqual({ status: 400, brief: true, faults: 20 });
});

it('a compressed body is refused where it is not needed', async () => {
  const { status, errors } = await post('download-csv', '{"columns":[]}', 'gzip');
  expect({ status, code: errors[0].code }).toEqual({ status: 415, code: 'wrong-type' });
  expect(errors[0].msg).toContain('uncompressed');
});

it('a compressed file is refused once it unpacks to more than its call takes', async () => {
  const { status, errors } = await post('imports/preview', ' '.repeat(60_000_000), 'gzip');
  expect({ status, code: errors[0].code }).toEqual({ status: 413, code: 'too-large' });
});
