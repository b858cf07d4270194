import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShipment } from '../testing/a-shipment.ts';
import { courierValues } from '../testing/courier-values.ts';
import { anAccount, aShop, aUser } from '../testing/factories.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let token: string;
let accountId: string;
let shipmentId: string;

beforeAll(async () => {
  world = await startWorld({ sandbox: false });
  const { shopId } = await aShop(world.context);
  ({ token } = await aUser(world.context, shopId));
  ({ accountId } = await anAccount(world.context, shopId, 'LEOPARD', courierValues.LEOPARD));
  shipmentId = await aShipment(world.context, shopId, { accountId, order: '#1001' });
});
afterAll(() => world?.close());

it('an id is found in upper case as in lower case', async () => {
  const paths = [`shipments/${shipmentId}`, `get-edit-account/${accountId}`];
  for (const path of paths) {
    const written = path.replace(/[0-9a-f]{24}/, (id) => id.toUpperCase());
    expect(written).not.toBe(path);
    const found = await world.call('GET', written, { token });
    expect(found.status).toBe(200);
    expect(found.body).toEqual((await world.call('GET', path, { token })).body);
  }
  const selected = await world.call('POST', 'shipments/selection', {
    token,
    body: { selection: { ids: [shipmentId.toUpperCase(), shipmentId] } },
  });
  expect(selected.body.data).toMatchObject({ total: 1, ids: [shipmentId] });
});
