import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

type Company = 'LEOPARD' | 'MNP' | 'POSTEX' | 'TCS';
/** M&P takes Latin letters only. */
const person = { consignee_name: 'Ayesha Khan', consignee_address: 'House 12, Street 4, Gulberg III' };
const booked = async (company: Company): Promise<{ id: string; trackingNumber: string }> =>
  (await shop.book(await shop.newOrder(), company, person)).body.data;
const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: shop.token, body });
const make = (shipment_ids: string[]) => call('POST', 'load-sheets', { shipment_ids });
async function textOfSheet(id: string): Promise<string> {
  const { ticket } = (await call('POST', `load-sheets/${id}/print`, {})).body;
  const file = await fetch(`${server.url}/api/v1/downloads/${ticket}`);
  const [text = ''] = pdfText(await PDFDocument.load(await file.arrayBuffer()));
  return text;
}

const reasons = async (company: Company) =>
  (await call('GET', 'load-sheets/waiting')).body.data
    .filter((one: { account_id: string }) => one.account_id === shop.accounts[company])
    .flatMap((one: { left_off: object[] }) => one.left_off);
const historyOf = async (number: string): Promise<string[]> =>
  (await call('GET', `track-order/${number}?stored=true`)).body.shipment.history.map(
    (entry: { what: string }) => entry.what,
  );
const cancelInPortal = (trackingNumber: string) =>
  server.sandbox.control('advance', { tracking_number: trackingNumber, to: 'cancelled' });
const leftOffToDo = async () =>
  (await call('GET', 'to-do-items')).body.data.find(({ kind }: { kind: string }) => kind === 'left-off-load-sheet')
    ?.count ?? 0;

it.each([
  ['LEOPARD', 'Packet is not available for load sheet'],
  ['POSTEX', 'ORDER {number} IS NOT UNBOOKED'],
] as const)(
  'a parcel that a courier does not take leaves the load sheet of %s with the reason, and the others are on it',
  async (company, words) => {
    const [gone, first, second] = [await booked(company), await booked(company), await booked(company)];
    const before = await leftOffToDo();
    await cancelInPortal(gone.trackingNumber);
    const { body } = await make([gone.id, first.id, second.id]);
    const [sheet] = body.data;
    const reason = words.replace('{number}', gone.trackingNumber);
    expect(sheet).toMatchObject({ source: 'courier', state: 'ready', parcels: 2, pieces: 2, cod: 4900, cancelled: 0 });
    expect(body.message).toBe(`Load sheet ${sheet.number} made: 2 parcels; 1 skipped.`);
    expect(body.skipped).toMatchObject([{ tracking_number: gone.trackingNumber, message: reason }]);
    expect(await reasons(company)).toContainEqual({
      shipment_id: gone.id,
      order_name: expect.stringMatching(/^#/),
      tracking_number: gone.trackingNumber,
      load_sheet: sheet.number,
      message: reason,
    });
    expect(await leftOffToDo()).toBe(before + 1);
    await call('POST', `load-sheets/${sheet.id}/hand-over`, {});
    const taken = [`Added to load sheet ${sheet.number}`, `Handed over to the rider with load sheet ${sheet.number}`];
    expect(await historyOf(first.trackingNumber)).toEqual(expect.arrayContaining(taken));
    const left = await historyOf(gone.trackingNumber);
    expect(left).toContain(`Left off load sheet ${sheet.number}: ${reason}`);
    for (const what of taken) expect(left).not.toContain(what);
  },
);

it('a parcel that a courier does not take because it was cancelled here is not sent when the courier is asked again', async () => {
  const [gone, good] = [await booked('POSTEX'), await booked('POSTEX')];
  await server.sandbox.control('faults', { target: 'postex', operation: 'other', kind: 'error500' });
  const { data, message } = (await make([gone.id, good.id])).body;
  expect(message).toMatch(/^Load sheet \d+ waits for PostEx. PostEx did not answer. We’ll retry automatically/);
  expect((await call('POST', `load-sheets/${data[0].id}/hand-over`, {})).body.errors[0].msg).toBe(
    'PostEx has not answered yet. Hand it over when the load sheet is ready.',
  );
  expect((await call('PUT', `cancel-booking/${gone.trackingNumber}`)).status).toBe(200);
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(10 * 60_000);
  await server.work('load-sheets');
  const [sheet] = (await call('GET', 'load-sheets?limit=1')).body.data;
  expect(sheet).toMatchObject({
    id: data[0].id,
    source: 'courier',
    state: 'ready',
    parcels: 1,
    cancelled: 0,
    note: '',
  });
  const tracked = await call('GET', `track-order/${good.trackingNumber}`);
  expect(tracked.body.order.current_courier_status).toBe('Booked');
});

it('a parcel that a courier does not take waits again while its load sheet is refused, until it is on another or was handed over with ours', async () => {
  const [only, other] = [await booked('POSTEX'), await booked('POSTEX')];
  await cancelInPortal(only.trackingNumber);
  const { body } = await make([only.id]);
  const [refused] = body.data;
  const note = `PostEx made no load sheet: ORDER ${only.trackingNumber} IS NOT UNBOOKED.`;
  expect(refused).toMatchObject({ state: 'refused', source: 'own', parcels: 1, note });
  expect(body.message).toBe(`${note} 1 parcel waits again.`);
  expect(await reasons('POSTEX')).toContainEqual(expect.objectContaining({ shipment_id: only.id, message: note }));
  const stored = await call('GET', `track-order/${only.trackingNumber}?stored=true`);
  expect(stored.body.shipment.load_sheet).toBeNull();
  await textOfSheet(refused.id);
  const own = await textOfSheet(refused.id);
  expect(own).toContain('Re-print 1, ');
  expect(own).toContain('PostEx has not confirmed this load sheet.');

  const again = (await make([only.id, other.id])).body.data[0];
  expect(again).toMatchObject({ state: 'ready', parcels: 1 });
  expect((await call('POST', `load-sheets/${refused.id}/hand-over`, {})).body.errors[0].msg).toBe(
    'No parcel is on this load sheet.',
  );
  const third = (await make([only.id])).body.data[0];
  await call('POST', `load-sheets/${third.id}/hand-over`, {});
  expect(await reasons('POSTEX')).not.toContainEqual(expect.objectContaining({ shipment_id: only.id }));
  const handed = await call('GET', `track-order/${only.trackingNumber}?stored=true`);
  expect(handed.body.shipment.load_sheet).toMatchObject({ number: third.number });
  await call('POST', `load-sheets/${third.id}/hand-over`, { handed_over: false });
  expect(await reasons('POSTEX')).toContainEqual(expect.objectContaining({ shipment_id: only.id }));
});

it('a parcel that a courier does not take again, after its answer to the first request was lost, waits, and the load sheet says that it may be made', async () => {
  const { id, trackingNumber } = await booked('LEOPARD');
  await server.sandbox.control('faults', { target: 'leopard', operation: 'other', kind: 'lose-answer', times: 1 });
  const [sheet] = (await make([id])).body.data;
  expect(sheet).toMatchObject({ state: 'asking' });
  const second = await call('POST', 'load-sheets', { shipment_ids: [id], again: true });
  expect(second.body.errors[0].msg).toContain(`It is already on load sheet ${sheet.number}.`);
  server.clock.advance(10 * 60_000);
  await server.work('load-sheets');
  const note = (await call('GET', 'load-sheets?limit=1')).body.data[0].note;
  expect(note).toMatch(
    /^We got no answer from Leopards to our first request, and it refused the next one: .*already generated/,
  );
  expect(note).toContain('It may have made the load sheet all the same: look in its portal first.');
  expect(await reasons('LEOPARD')).toContainEqual(
    expect.objectContaining({ tracking_number: trackingNumber, message: note }),
  );
  expect((await make([id])).body.data[0].note).toMatch(/^Leopards made no load sheet: .*already generated/);
});

it('a parcel that a courier does not take because it was cancelled later leaves the sums, and the courier’s own paper names it', async () => {
  const parcels = [await booked('LEOPARD'), await booked('LEOPARD'), await booked('MNP'), await booked('MNP')];
  const [gone, , voided] = parcels;
  await make(parcels.map(({ id }) => id));
  await call('PUT', `cancel-booking/${gone?.trackingNumber}`);
  await call('PUT', `cancel-booking/${voided?.trackingNumber}`);
  const sheets = (await call('GET', 'load-sheets?limit=2')).body.data;
  for (const sheet of sheets) {
    expect(sheet).toMatchObject({ parcels: 1, pieces: 1, cod: 2450, cancelled: 1 });
    await call('POST', `load-sheets/${sheet.id}/hand-over`, {});
  }
  const [byLeopards, byMnp] = ['LEOPARD', 'MNP'].map((company) =>
    sheets.find((sheet: { company: string }) => sheet.company === company),
  );
  const theirs = await textOfSheet(byLeopards.id);
  expect(theirs).toContain(`Cancelled since, do not hand over: ${gone?.trackingNumber}`);
  const ours = await textOfSheet(byMnp.id);
  expect(ours).not.toContain(voided?.trackingNumber);
  expect(ours).toContain('1 parcel');
  expect(await historyOf(gone?.trackingNumber ?? '')).not.toContain(
    `Handed over to the rider with load sheet ${byLeopards.number}`,
  );
});

it('a courier’s own load sheet names a cancelled parcel also after it was deleted', async () => {
  const parcels = [await booked('LEOPARD'), await booked('LEOPARD')];
  const [gone] = parcels;
  const [sheet] = (await make(parcels.map(({ id }) => id))).body.data;
  await call('PUT', `cancel-booking/${gone?.trackingNumber}`);
  expect((await call('DELETE', 'delete-order', { orderId: gone?.id })).status).toBe(200);
  expect(await textOfSheet(sheet.id)).toContain(`Cancelled since, do not hand over: ${gone?.trackingNumber}`);
});

it('our own load sheet names the pick-up address of its account as it is now', async () => {
  const { id } = await booked('MNP');
  const [sheet] = (await make([id])).body.data;
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ fields: sql`fields || '{"shipper_address": "9 Canal Road", "shipper_city": "Multan"}'::jsonb` })
      .where('id', '=', shop.accounts.MNP)
      .execute(),
  );
  expect(await textOfSheet(sheet.id)).toContain('9 Canal Road, Multan');
});
