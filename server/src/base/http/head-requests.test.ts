import { everyEndpoint } from '@courierdesk/contract/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShipment } from '../../testing/a-shipment.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());

test('a HEAD request does not use up the link of a download', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  const id = await aShipment(server.context, shopId, { accountId: null, company: 'Trax' });
  const wished = await server.call('POST', 'download-csv', {
    token,
    body: { selection: { ids: [id] }, columns: ['tracking_number'], format: 'csv', bom: false },
  });
  expect(wished.body).toMatchObject({ total: 1 });
  const selection = `downloads/selections/${wished.body.ticket}`;
  expect(await head(`/${selection}`, token)).toBe(405);
  expect((await server.call('GET', selection)).status).toBe(200);
  expect((await server.call('GET', selection)).status).toBe(400);
});

test('no endpoint runs for a HEAD request', async () => {
  const { shopId } = await aShop(server.context);
  const { token } = await aUser(server.context, shopId);
  for (const { method, path } of everyEndpoint.filter((endpoint) => endpoint.method === 'GET'))
    expect({ method, path, status: await head(path.replace(/:\w+/g, 'x'), token) }).toEqual({
      method,
      path,
      status: 405,
    });
});

const head = async (path: string, token: string): Promise<number> =>
  (await fetch(`${server.url}/api/v1${path}`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } }))
    .status;
