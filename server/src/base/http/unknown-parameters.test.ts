import { everyEndpoint } from '@courierdesk/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aUser } from '../../testing/factories.ts';
import { anInstalledStore } from '../../testing/installed-store.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const { shopId } = await anInstalledStore(server);
  token = (await aUser(server.context, shopId)).token;
});
afterAll(() => server?.close());

it('every call refuses a query parameter that it does not know, by its name', async () => {
  for (const endpoint of everyEndpoint) {
    const path = endpoint.path.slice(1).replaceAll(/:\w+/g, '0123456789abcdef01234567');
    const refused = await server.call(endpoint.method, `${path}?page=1&foo=bar`, { token });
    const faults = refused.body.errors.filter(({ field }: { field: string }) => field === 'foo');
    expect({ name: endpoint.name, status: refused.status, faults }).toEqual({
      name: endpoint.name,
      status: 400,
      faults: [{ msg: 'There is no field “foo” here.', code: 'invalid-input', field: 'foo' }],
    });
  }
});

it('the filters of the orders list have the other names of the specification', async () => {
  const names = [
    'couriers=TCS',
    'bookingFrom=2026-01-01',
    'bookingto=2026-01-31',
    'deliveredTo=2026-02-01',
    'phone=03',
  ];
  for (const name of names) {
    const { status } = await server.call('GET', `get-all-orders?${name}`, { token });
    expect({ name, status }).toEqual({ name, status: 200 });
  }
});

it('figures of the dashboard with the parameters of its page are refused, not given for other days', async () => {
  const { status, body } = await server.call('GET', 'get-dashboard-analytics?bookingfrom=2026-01-01', { token });
  expect({ status, field: body.errors[0].field }).toEqual({ status: 400, field: 'bookingfrom' });
});
