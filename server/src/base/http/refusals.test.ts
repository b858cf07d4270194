import net from 'node:net';
import { everyEndpoint } from '@courierdesk/contract/api';
import { Failure } from '@courierdesk/contract/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
});
afterAll(() => server?.close());

/** Sends a request as it is written, and reads the status and the failure of the answer. */
async function raw(request: string) {
  const { port, hostname } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  socket.end(`${request}\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [answerHead = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { head: answerHead, status: Number(answerHead.split(' ')[1]), failure: Failure.parse(JSON.parse(body)) };
}

const closing = 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\n';
const withBody = (headers: string, body: string): string =>
  `POST /api/v1/login-user ${closing}content-length: ${body.length}\r\n${headers}\r\n${body}`;
const json = 'content-type: application/json\r\n';

it.each([
  ['an address that does not exist', `GET /api/v1/nothing-here ${closing}`, 404, 'not-found'],
  ['a method that an address does not take', `DELETE /api/v1/me ${closing}`, 405, 'wrong-method'],
  ['a method with a parameter in the address', `POST /api/v1/shipments/x/y ${closing}`, 404, 'not-found'],
  ['a method that HTTP has and we do not use', `PROPFIND /api/v1/me ${closing}`, 405, 'wrong-method'],
  ['a body that is too large', withBody(json, JSON.stringify({ email: 'x'.repeat(200_000) })), 413, 'too-large'],
  ['a parameter that is too long', `GET /api/v1/shipments/${'x'.repeat(500)} ${closing}`, 414, 'too-large'],
  ['headers that are too long', `GET / ${closing}x: ${'x'.repeat(40_000)}\r\n`, 431, 'too-large'],
  ['a body of another type', withBody('content-type: text/csv\r\n', 'a,b'), 415, 'wrong-type'],
  ['a compressed body', withBody(`${json}content-encoding: gzip\r\n`, 'x'), 415, 'wrong-type'],
  ['a body that is no JSON', withBody(json, '{"email":'), 400, 'invalid-input'],
  ['an empty body', withBody(json, ''), 400, 'invalid-input'],
  ['an address that cannot be decoded', `GET /api/v1/shipments/%ff ${closing}`, 400, 'invalid-input'],
  ['something that is not HTTP', 'hello\r\n', 400, 'invalid-input'],
])('%s is refused in a sentence', async (_what, request, status, code) => {
  const answer = await raw(request);
  expect({ status: answer.status, code: answer.failure.errors[0]?.code }).toEqual({ status, code });
  expect(answer.failure.errors[0]?.msg).toMatch(/^[A-Z][^{}[\]]+\.$/);
  expect(answer.failure.request_id).toMatch(/^[0-9a-f]{24}$/);
});

const noId = '0'.repeat(24);

it.each([
  ['POST', 'export-orders?filter=STORE_ORDERS', 409],
  ['PUT', 'cancel-booking/LE1', 404],
  ['PUT', `send-email/${noId}`, 404],
  ['DELETE', `delete-user/${noId}`, 404],
  ['POST', 'logout', 200],
])('%s %s without a body may name JSON as its type, as every call of a client may', async (method, path, status) => {
  const { token: own } = await aUser(server.context, shopId);
  const headers = { authorization: `Bearer ${own}`, 'content-type': 'application/json' };
  expect((await fetch(`${server.url}/api/v1/${path}`, { method, headers })).status).toBe(status);
});

it('the methods that an address takes are named', async () => {
  expect((await raw(`PUT /api/v1/order-views/012345678901234567890123 ${closing}`)).head.toLowerCase()).toContain(
    'allow: patch, delete',
  );
});

const jargon =
  /invalid (input|option|string|type)|expected|received|too (big|small)|undefined|null|NaN|regex|pattern|enum|_|<=|>=/i;
const wrongValues = [undefined, null, true, 12.5, -1, 1e300, '', 'x', 'x'.repeat(50_000), [], [1], {}, { x: 1 }];

it.each(everyEndpoint.filter(({ body }) => body))(
  'no field of $method $path is refused in the words of a validator',
  async (endpoint) => {
    const path = endpoint.path.slice(1).replaceAll(/:\w+/g, '012345678901234567890123');
    const query = endpoint.name === 'exportOrders' ? '?filter=STORE_ORDERS' : '';
    const fields = fieldsOf(z.toJSONSchema(endpoint.body, { io: 'input' }));
    for (const value of wrongValues) {
      const body = Object.fromEntries(fields.map((field) => [field, value]));
      const answer = await server.call(endpoint.method, path + query, { token, body });
      if (answer.status !== 400) continue;
      for (const { msg } of answer.body.errors)
        expect({ field: msg, jargon: jargon.test(msg.replace(/“.*”/, '')) }).toEqual({ field: msg, jargon: false });
    }
  },
);

/** Names of the fields of a body of any shape. */
function fieldsOf(schema: z.core.JSONSchema.BaseSchema): string[] {
  const shapes = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...Object.keys(schema.properties ?? {}), ...shapes.flatMap((shape) => fieldsOf(shape))];
}
