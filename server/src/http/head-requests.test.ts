import { everyEndpoint } from '@courierdesk/contract/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShipment } from '../testing/a-shipment.ts';
import { aShop, aUser } from '../testing/factories.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ sandbox: false });
});
afterAll(() => world.close());

test('a HEAD request does not use up the link of a download', async () => {
  const { shopId } = await aShop(world.context);
  const { token } = await aUser(world.context, shopId);
  const id = await aShipment(world.context, shopId, { accountId: null, company: 'Trax' });
  const wished = await world.call('POST', 'download-csv', {
    token,
    body: { selection: { ids: [id] }, columns: ['tracking_number'], format: 'csv', bom: false },
  });
  expect(wished.body).toMatchObject({ total: 1 });
  const selection = `downloads/selections/${wished.body.ticket}`;
  expect(await head(`/${selection}`, token)).toBe(405);
  expect((await world.call('GET', selection)).status).toBe(200);
  expect((await world.call('GET', selection)).status).toBe(400);
});

test('no endpoint runs for a HEAD request', async () => {
  const { shopId } = await aShop(world.context);
  const { token } = await aUser(world.context, shopId);
  for (const { method, path } of everyEndpoint.filter((endpoint) => endpoint.method === 'GET'))
    expect({ method, path, status: await head(path.replace(/:\w+/g, 'x'), token) }).toEqual({
      method,
      path,
      status: 405,
    });
});

const head = async (path: string, token: string): Promise<number> =>
  (await fetch(`${world.url}/api/v1${path}`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })).status;
