import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadSheetWork } from './jobs.ts';
import { printed } from './printed.testing.ts';

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
const make = (shipment_ids: string[], again = false) => call('POST', 'load-sheets', { shipment_ids, again });
async function printSheet(id: string) {
  const { ticket } = (await call('POST', `load-sheets/${id}/print`, {})).body;
  const file = await fetch(`${server.url}/api/v1/downloads/${ticket}`);
  return { pdf: await PDFDocument.load(await file.arrayBuffer()) };
}
const sheetNow = async (id: string) =>
  (await call('GET', 'load-sheets?limit=10')).body.data.find((sheet: { id: string }) => sheet.id === id);

it('labels, load sheets and both together open the print dialog, and both prints are counted', async () => {
  const parcels = [await booked('MNP'), await booked('MNP'), await booked('LEOPARD')];
  const shipment_ids = parcels.map(({ id }) => id);
  const { data: sheets } = (await make(shipment_ids)).body;
  const alone = await Promise.all(sheets.map(async ({ id }: { id: string }) => (await printSheet(id)).pdf));
  const pages = alone.reduce((sum, one: PDFDocument) => sum + one.getPageCount(), 0);
  const { ticket } = await printed(server, shop.token, {
    shipment_ids,
    kind: 'airway-bill',
    size: '4x6',
    with_load_sheets: true,
  });
  const answer = await fetch(`${server.url}/api/v1/downloads/${ticket}?show=true`);
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="labels-and-load-sheet-3.pdf"');
  const pdf = await PDFDocument.load(await answer.arrayBuffer());
  expect(pdf.getPageCount()).toBe(3 + pages);
  expect(pdf.getPage(0).getSize()).toEqual({ width: 288, height: 432 });
  const opensToPrint = (one: PDFDocument): string =>
    String(one.context.lookup(one.catalog.get(PDFName.of('OpenAction'))));
  expect(opensToPrint(pdf)).toContain('/Print');
  for (const one of alone) expect(opensToPrint(one)).toContain('/Print');
  const [sheet] = (await call('GET', 'load-sheets?limit=1')).body.data;
  expect(sheet.prints).toBe(2);
  const { trackingNumber } = parcels[0] ?? {};
  const tracked = await call('GET', `track-order/${trackingNumber}?stored=true`);
  expect(tracked.body.shipment.printed).toMatchObject({ times: 1 });
});

it('a load sheet is made per account with its own number, as the courier’s own if the courier has load sheets', async () => {
  const parcels = [await booked('MNP'), await booked('LEOPARD'), await booked('POSTEX'), await booked('MNP')];
  const made = await make(parcels.map(({ id }) => id));
  expect(made.body).toMatchObject({ message: '3 load sheets made: 4 parcels.', skipped: [] });
  expect(made.status).toBe(200);
  const numbers = made.body.data.map((sheet: { number: number }) => sheet.number);
  expect(numbers).toEqual([numbers[0], numbers[0] + 1, numbers[0] + 2]);
  expect(made.body.data).toMatchObject([
    { company: 'MNP', source: 'own', state: 'ready', parcels: 2, pieces: 2, cod: 4900, weight: 1000, note: '' },
    {
      company: 'LEOPARD',
      source: 'courier',
      state: 'ready',
      parcels: 1,
      courier_sheet_id: expect.stringMatching(/^\d+$/),
    },
    { company: 'POSTEX', source: 'courier', state: 'ready', parcels: 1, courier_sheet_id: '' },
  ]);
  const list = await call('GET', 'load-sheets?limit=2');
  expect(list.body).toMatchObject({
    page: 1,
    total: numbers[2],
    data: [{ number: numbers[2] }, { number: numbers[1] }],
  });
});

it('a load sheet of PostEx moves its orders to Booked there', async () => {
  const parcel = await booked('POSTEX');
  await make([parcel.id]);
  const tracked = await call('GET', `track-order/${parcel.trackingNumber}`);
  expect(tracked.body.order.current_courier_status).toBe('Booked');
});

it('a load sheet prints in two copies and can be printed again as a re-print', async () => {
  const [own, theirs] = [await booked('TCS'), await booked('LEOPARD')];
  const { data } = (await make([own.id, theirs.id])).body;
  for (const sheet of data) {
    expect((await printSheet(sheet.id)).pdf.getPageCount()).toBe(2);
    expect(await sheetNow(sheet.id)).toMatchObject({ prints: 1, last_printed_at: server.clock.now.toISOString() });
    await printSheet(sheet.id);
    expect(await sheetNow(sheet.id)).toMatchObject({ prints: 2 });
  }
});

it('a load sheet that nobody downloaded is not counted as printed, and the next print is no re-print', async () => {
  const [sheet] = (await make([(await booked('TCS')).id])).body.data;
  await call('POST', `load-sheets/${sheet.id}/print`, {});
  expect(await sheetNow(sheet.id)).toMatchObject({ prints: 0, last_printed_at: null });
  for (const copy of pdfText((await printSheet(sheet.id)).pdf)) expect(copy).not.toContain('Re-print');
  expect(await sheetNow(sheet.id)).toMatchObject({ prints: 1 });
});

it('labels are printed with their newest load sheet until it is handed over', async () => {
  const { id, trackingNumber } = await booked('MNP');
  const [sheet] = (await make([id])).body.data;
  const together = () =>
    printed(server, shop.token, {
      shipment_ids: [id],
      ...{ kind: 'airway-bill', size: '4x6', with_load_sheets: true },
    });
  const fileOf = async (ticket: string) => {
    const file = await fetch(`${server.url}/api/v1/downloads/${ticket}`);
    const [, name] = file.headers.get('content-disposition')?.match(/filename="(.*)"/) ?? [];
    return { name, pages: (await PDFDocument.load(await file.arrayBuffer())).getPageCount() };
  };
  const before = await together();
  expect(before.data.load_sheets).toBe(1);
  expect(await fileOf(before.ticket)).toEqual({ name: 'labels-and-load-sheet-1.pdf', pages: 3 });
  await call('POST', `load-sheets/${sheet.id}/hand-over`, {});
  const after = await together();
  expect(after.data.load_sheets).toBe(0);
  expect(await fileOf(after.ticket)).toEqual({ name: `label-${trackingNumber}.pdf`, pages: 1 });
});

it('a load sheet names the copy, the account and the parcel on each page, with room for both signatures', async () => {
  const own = await booked('MNP');
  const [sheet] = (await make([own.id])).body.data;
  const first = pdfText((await printSheet(sheet.id)).pdf);
  expect(first).toHaveLength(2);
  expect(first[0]).toContain('Courier’s copy, page 1 of 1');
  expect(first[1]).toContain('Shipper’s copy, page 1 of 1');
  for (const copy of first) {
    expect(copy).toContain(`Load sheet ${sheet.number}`);
    expect(copy).toContain(`To M&P, account ${sheet.account_name}`);
    expect(copy).toContain(own.trackingNumber);
    expect(copy).toContain('1 parcel');
    for (const line of ['Handed over by (shipper)', 'Received by (rider)']) expect(copy).toContain(line);
    expect(copy.match(/Name and phone/g)).toHaveLength(2);
    expect(copy.match(/Signature, date and time/g)).toHaveLength(2);
    expect(copy).not.toContain('Re-print');
  }
  const second = pdfText((await printSheet(sheet.id)).pdf);
  for (const copy of second) expect(copy).toContain('Re-print 1, ');
});

it('a load sheet of the courier prints as two named copies with our number and lines for signatures', async () => {
  const [sheet] = (await make([(await booked('LEOPARD')).id])).body.data;
  const feet = async () => pdfText((await printSheet(sheet.id)).pdf);
  const first = await feet();
  expect(first[0]).toMatch(new RegExp(`Load sheet ${sheet.number}, made .* - Courier copy`));
  expect(first[1]).toContain('Shipper copy');
  for (const copy of first) {
    expect(copy).toMatch(/Shipper: _+ +Rider: _+ +Date, time: _+/);
    expect(copy).not.toContain('Re-print');
  }
  for (const copy of await feet()) expect(copy).toContain('Re-print 1, ');
});

it('a load sheet holds a parcel once, unless a person puts it on another', async () => {
  const parcel = await booked('MNP');
  const first = (await make([parcel.id])).body.data[0];
  const second = await make([parcel.id]);
  expect(second.status).toBe(409);
  expect(second.body.errors[0].msg).toContain(`It is already on load sheet ${first.number}.`);
  const again = await make([parcel.id], true);
  expect(again.body.data[0].number).toBe(first.number + 1);
});

it('a load sheet made by two people at the same moment holds each parcel once', async () => {
  const ids = [(await booked('MNP')).id, (await booked('MNP')).id];
  const answers = await Promise.all([make(ids), make(ids), make(ids)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

it('a load sheet leaves out cancelled and collected parcels and says so', async () => {
  const [gone, good] = [await booked('LEOPARD'), await booked('LEOPARD')];
  await call('PUT', `cancel-booking/${gone.trackingNumber}`);
  const made = await make([gone.id, good.id]);
  expect(made.body.message).toMatch(/1 parcel; 1 skipped\.$/);
  expect(made.body.skipped).toEqual([
    expect.objectContaining({ tracking_number: gone.trackingNumber, message: 'Its booking is cancelled.' }),
  ]);
});

it('a load sheet can be handed over once, which its parcels show, and that can be undone', async () => {
  const parcel = await booked('MNP');
  const sheet = (await make([parcel.id])).body.data[0];
  const handed = await call('POST', `load-sheets/${sheet.id}/hand-over`, {});
  const at = server.clock.now.toISOString();
  expect(handed.body.data).toMatchObject({ handed_over_at: at, handed_over_by: expect.stringMatching(/^Test User/) });
  server.clock.advance(60_000);
  expect((await call('POST', `load-sheets/${sheet.id}/hand-over`, {})).body.data.handed_over_at).toBe(at);
  const shown = await call('GET', `track-order/${parcel.trackingNumber}?stored=true`);
  expect(shown.body.shipment.load_sheet).toEqual({ number: sheet.number, handed_over_at: at });
  const back = await call('POST', `load-sheets/${sheet.id}/hand-over`, { handed_over: false });
  expect(back.body.data).toMatchObject({ handed_over_at: null, handed_over_by: '' });
});

it('a courier that makes no load sheet is asked again until it answers, and until then our own can be printed', async () => {
  const parcel = await booked('POSTEX');
  await server.sandbox.control('faults', { target: 'postex', kind: 'down' });
  const made = await make([parcel.id]);
  expect(made.status).toBe(202);
  const [sheet] = made.body.data;
  expect(sheet).toMatchObject({ state: 'asking', source: 'own' });
  expect(sheet.note).toMatch(/^PostEx did not answer. We’ll retry automatically/);
  expect((await printSheet(sheet.id)).pdf.getPageCount()).toBe(2);
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(10 * 60_000);
  await server.work('load-sheets');
  const { body } = await call('GET', 'load-sheets?limit=1');
  expect(body.data[0]).toMatchObject({ id: sheet.id, state: 'ready', source: 'courier', note: '' });
});

describe('a process that is killed while it asks for a load sheet', () => {
  it('a process killed during a load sheet leaves it to another one, which gets one', async () => {
    const parcel = await booked('POSTEX');
    await server.sandbox.control('faults', { target: 'postex', kind: 'down' });
    const [sheet] = (await make([parcel.id])).body.data;
    await server.sandbox.control('faults', { clear: true });
    await server.sandbox.control('faults', { target: 'postex', kind: 'delay', delayMs: 300 });
    await killDuringJob(server, loadSheetWork, { shopId: shop.shopId, key: sheet.id }, async () => undefined);
    expect((await call('GET', 'load-sheets?limit=1')).body.data[0]).toMatchObject({ id: sheet.id, state: 'asking' });
    await server.sandbox.control('faults', { clear: true });
    server.clock.advance(60_000);
    await server.work('load-sheets');
    const { body } = await call('GET', 'load-sheets?limit=1');
    expect(body.data[0]).toMatchObject({ id: sheet.id, state: 'ready', source: 'courier', parcels: 1, note: '' });
  });
});

it('parcels that wait for a load sheet are counted by account until they are on one', async () => {
  const parcel = await booked('TCS');
  const waiting = async () =>
    (await call('GET', 'load-sheets/waiting')).body.data.find(
      (one: { account_id: string }) => one.account_id === shop.accounts.TCS,
    );
  const before = await waiting();
  expect(before).toMatchObject({ company: 'TCS', parcels: before.shipment_ids.length });
  expect(before.shipment_ids).toContain(parcel.id);
  await make(before.shipment_ids);
  expect(await waiting()).toBeUndefined();
});
