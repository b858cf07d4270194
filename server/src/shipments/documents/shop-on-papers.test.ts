import { PDFDocument } from '@cantoo/pdf-lib';
import type { PrintKind } from '@courierdesk/contract/labels';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aPicture } from '../../testing/a-picture.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { aUser } from '../../testing/factories.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { printed } from './printed.testing.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  shop = await aBookableShop(server);
});

const call = (method: string, path: string, body?: unknown, token = shop.token) =>
  server.call(method, path, { token, body });
const look = async () => (await call('GET', 'shop-look')).body.data;
const shipper = {
  shipper_name: 'Chenab Home',
  shipper_phone: '042 35712345',
  shipper_address: '12 Mall Road',
  shipper_city: 'Lahore',
  return_address: 'Plot 7, Korangi',
  label_note: 'Open before payment',
};
async function save(change: object = {}) {
  const answer = await call('PUT', 'shop-look/labels', { ...(await look()).labels, ...shipper, ...change });
  expect(answer.status).toBe(200);
}
const uploadLogo = async () => call('PUT', 'shop-look/logo', { image: await aPicture() });
const booked = async (company: 'MNP' | 'TCS' = 'MNP'): Promise<string> =>
  (await shop.book(await shop.newOrder(), company, { consignee_name: 'Ayesha Khan', consignee_address: 'House 12' }))
    .body.data.id;
const fetchPdf = async (ticket: string) =>
  PDFDocument.load(await (await fetch(`${server.url}/api/v1/downloads/${ticket}`)).arrayBuffer());
const print = async (ids: string[], kind: PrintKind = 'airway-bill') =>
  fetchPdf((await printed(server, shop.token, { shipment_ids: ids, kind, size: '4x6' })).ticket);
const pictures = (pdf: PDFDocument) =>
  pdf.getPages().map((page) => page.node.normalizedEntries().XObject.keys().length);
async function loadSheet() {
  const [sheet] = (await call('POST', 'load-sheets', { shipment_ids: [await booked()] })).body.data;
  return fetchPdf((await call('POST', `load-sheets/${sheet.id}/print`)).body.ticket);
}

it('our own label has the shop’s shipper, return address, note and logo', async () => {
  await save();
  await uploadLogo();
  const pdf = await print([await booked()]);
  const [text = ''] = pdfText(pdf);
  for (const words of ['Chenab Home', '042 35712345', '12 Mall Road, Lahore']) expect(text).toContain(words);
  expect(text).toContain('Return to: Plot 7, Korangi');
  expect(text).toContain('Open before payment');
  expect(pictures(pdf)).toEqual([1]);
});

it('our own label leaves out the parts that the shop turned off', async () => {
  await save({ label_parts: [] });
  await uploadLogo();
  const pdf = await print([await booked()]);
  const [text = ''] = pdfText(pdf);
  expect(text).toContain('Chenab Home');
  for (const words of ['042 35712345', 'Mall Road', 'Korangi', 'Open before']) expect(text).not.toContain(words);
  expect(pictures(pdf)).toEqual([0]);
});

it('stores the logo once for all labels of a print', async () => {
  const [first, second] = [await booked(), await booked()];
  await uploadLogo();
  const [one, two] = [await print([first]), await print([first, second])];
  expect(pictures(two)).toEqual([1, 1]);
  const images = (pdf: PDFDocument) =>
    pdf.context.enumerateIndirectObjects().filter(([, object]) => object.toString().includes('/Subtype /Image'));
  expect(images(two)).toHaveLength(images(one).length);
});

it('a packing slip has the logo in place of the shipper’s name', async () => {
  await save();
  const id = await booked();
  expect(pdfText(await print([id], 'packing-slip'))[0]).toContain('Chenab Home');
  await uploadLogo();
  const pdf = await print([id], 'packing-slip');
  expect(pdfText(pdf)[0]).not.toContain('Chenab Home');
  expect(pictures(pdf)).toEqual([1]);
});

it('our own load sheet has the shipper, and the parts that the shop chose', async () => {
  await save();
  await uploadLogo();
  const full = await loadSheet();
  for (const copy of pdfText(full)) {
    expect(copy).toContain('From Chenab Home');
    expect(copy).toContain('042 35712345, 12 Mall Road, Lahore');
  }
  expect(pictures(full)).toEqual([1, 1]);
  await save({ sheet_parts: [] });
  const short = await loadSheet();
  for (const copy of pdfText(short)) expect(copy).not.toContain('Mall Road');
  expect(pictures(short)).toEqual([0, 0]);
});

async function preview(change: object, token = shop.token) {
  const { revision: _revision, ...labels } = (await look()).labels;
  return call('POST', 'shop-look/label-preview', { ...labels, ...shipper, ...change }, token);
}
const pdfOf = async (change: object) => PDFDocument.load(Buffer.from((await preview(change)).body.pdf, 'base64'));

it('the preview of a label shows what is typed on a made-up parcel, and saves nothing', async () => {
  await uploadLogo();
  const before = await look();
  const pdf = await pdfOf({ shipper_name: 'فاطمہ Textiles' });
  expect(pdfText(pdf)[0]).toContain('Textiles');
  expect(pdfText(pdf)[0]).toContain('Return to: Plot 7, Korangi');
  expect(pictures(pdf)).toEqual([1]);
  expect(await look()).toEqual(before);
});

it.each([
  ['4x6', 288, 432],
  ['a5', 420, 595],
  ['a4-1', 595, 842],
  ['a4-2', 595, 421],
  ['a4-3', 595, 281],
  ['a4-4', 298, 421],
])('the preview of a label is as large as a label on %s', async (label_size, width, height) => {
  const page = (await pdfOf({ label_size })).getPage(0).getSize();
  expect([Math.round(page.width), Math.round(page.height)]).toEqual([width, height]);
});

it('the preview of a label refuses the same values as saving, and users who may not see the settings', async () => {
  const wrong = await preview({ shipper_phone: 'call us' });
  expect(wrong.body.errors).toMatchObject([{ field: 'shipper_phone' }]);
  const stranger = await aUser(server.context, shop.shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await preview({}, stranger.token)).status).toBe(403);
});
