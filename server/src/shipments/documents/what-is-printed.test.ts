import { PDFDocument } from '@cantoo/pdf-lib';
import type { Company } from '@courierdesk/contract/companies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { printed } from './printed.testing.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const booked = async (company: Company): Promise<{ id: string; trackingNumber: string }> =>
  (await shop.book(await shop.newOrder(), company, { consignee_name: 'Ayesha Khan', consignee_address: 'House 12' }))
    .body.data;
const labelsOf = (shipment_ids: string[]) => ({
  shipment_ids,
  ...{ kind: 'airway-bill' as const, size: '4x6' as const },
});
const pagesIn = async (ticket: string): Promise<number> =>
  (
    await PDFDocument.load(await (await fetch(`${server.url}/api/v1/downloads/${ticket}`)).arrayBuffer())
  ).getPageCount();

const notPrinted = async (): Promise<number> =>
  (await server.call('GET', 'get-all-orders?todo=UNPRINTED', { token: shop.token })).body.totalOrders;

it('a label that nobody downloaded is not counted as printed, and is counted when its file is fetched', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1)
    ids.push(
      await aShipment(server.context, shop.shopId, {
        ...{ accountId: shop.accounts.MNP, company: 'MNP', order: `#D${count}` },
        bookedAt: server.clock.now,
      }),
    );
  const before = await notPrinted();
  const { ticket } = await printed(server, shop.token, labelsOf(ids));
  expect(await notPrinted()).toBe(before);
  expect(await pagesIn(ticket)).toBe(21);
  expect(await notPrinted()).toBe(before - 21);
});

it('a print of labels leaves out those that were printed before, if a person wants only the others', async () => {
  const [first, second] = [await booked('MNP'), await booked('MNP')];
  await pagesIn((await printed(server, shop.token, labelsOf([first.id]))).ticket);
  const rest = await printed(server, shop.token, { ...labelsOf([first.id, second.id]), only_unprinted: true });
  expect(rest.data).toMatchObject({ total: 1, notes: [] });
  expect(await pagesIn(rest.ticket)).toBe(1);
  const refused = await send([first.id, second.id], { only_unprinted: true });
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0]).toMatchObject({
    msg: 'All of these parcels were printed before.',
    detail: { printed: 2 },
  });
  const again = await printed(server, shop.token, labelsOf([first.id, second.id]));
  expect(again.data.total).toBe(2);
});

async function ended(company: Company, to: 'delivered' | 'returned') {
  const parcel = await booked(company);
  await server.sandbox.control('advance', { tracking_number: parcel.trackingNumber, to });
  await server.call('GET', `track-order/${parcel.trackingNumber}`, { token: shop.token });
  return parcel;
}
const send = (shipment_ids: string[], more: object = {}) =>
  server.call('POST', 'shipments/labels', {
    token: shop.token,
    body: { ...labelsOf(shipment_ids), ...more },
  });

it.each([
  ['returned', /^#\d+: It was returned or is on its way back\. To send it again, book its order again\.$/],
  ['delivered', /^#\d+: It is delivered\. A label is only for a parcel that is still to be sent\.$/],
] as const)(
  'the label of a parcel that came to an end because it was %s is printed only when a person confirms it',
  async (to, words) => {
    const parcel = await ended('LEOPARD', to);
    const refused = await send([parcel.id]);
    expect(refused.status).toBe(409);
    expect(refused.body.errors[0].msg).toMatch(words);
    expect(refused.body.errors[0].detail.notes).toMatchObject([{ shipment_id: parcel.id, ended: true }]);
    const confirmed = await printed(server, shop.token, { ...labelsOf([parcel.id]), with_ended: true });
    expect(confirmed.data.notes).toEqual([]);
    expect(await pagesIn(confirmed.ticket)).toBe(1);
    const slip = await printed(server, shop.token, { ...labelsOf([parcel.id]), kind: 'packing-slip' });
    expect(slip.data.notes).toEqual([]);
  },
);

it('the label of a parcel that came to an end is skipped in a print of several, with a note', async () => {
  const [gone, good] = [await ended('LEOPARD', 'returned'), await booked('MNP')];
  const { data, ticket } = await printed(server, shop.token, labelsOf([gone.id, good.id]));
  expect(data.notes).toMatchObject([{ shipment_id: gone.id, printed: false, ended: true }]);
  expect(await pagesIn(ticket)).toBe(1);
});

it('a load sheet of which all parcels were cancelled is not printed with the labels of other parcels', async () => {
  const [gone, good] = [await booked('LEOPARD'), await booked('MNP')];
  const shipment_ids = [gone.id, good.id];
  await server.call('POST', 'load-sheets', { token: shop.token, body: { shipment_ids } });
  await server.call('PUT', `cancel-booking/${gone.trackingNumber}`, { token: shop.token });
  const { data, ticket } = await printed(server, shop.token, { ...labelsOf(shipment_ids), with_load_sheets: true });
  expect(data.load_sheets).toBe(1);
  // The label, and two copies of the load sheet of M&P.
  expect(await pagesIn(ticket)).toBe(3);
});
