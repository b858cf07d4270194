import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShipment } from '../../testing/a-shipment.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
let accountId: string;
let shipmentId: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  const { shopId } = await aShop(server.context);
  ({ token } = await aUser(server.context, shopId));
  ({ accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD));
  shipmentId = await aShipment(server.context, shopId, { accountId, order: '#1001' });
});
afterAll(() => server?.close());

it('an id is found in upper case as in lower case', async () => {
  const paths = [`shipments/${shipmentId}`, `get-edit-account/${accountId}`];
  for (const path of paths) {
    const written = path.replace(/[0-9a-f]{24}/, (id) => id.toUpperCase());
    expect(written).not.toBe(path);
    const found = await server.call('GET', written, { token });
    expect(found.status).toBe(200);
    expect(found.body).toEqual((await server.call('GET', path, { token })).body);
  }
  const selected = await server.call('POST', 'shipments/selection', {
    token,
    body: { selection: { ids: [shipmentId.toUpperCase(), shipmentId] } },
  });
  expect(selected.body.data).toMatchObject({ total: 1, ids: [shipmentId] });
});
