import { PDFDocument } from '@cantoo/pdf-lib';
import { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { printed } from './printed.testing.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());

const odd = { name: '𝓐𝓵𝓲 𝐊𝐡𝐚𝐧', address: 'House 5️⃣ 𝟒𝟕, Street １２, Model Town № 9 ½' };
const plain = { name: 'Ali Khan', address: 'House 5 47, Street 12, Model Town No 9 1/2' };
const long = [
  'House 47-B, second floor, above the old cloth shop of Malik Sahib, Street 12, opposite the water tank',
  'behind the girls’ college, then the second lane after the mosque, third gate with green paint, ask for',
  'Haji Rafiq of the cement store, do not use the main gate, it is closed after eight, ring the bell marked 905',
  'and wait at gate 4 beside the lift',
].join(', ');

async function bookMnp(changes: object = {}) {
  const answer = await shop.book(await shop.newOrder(), 'MNP', { consignee_name: 'Sana', ...changes });
  if (!answer.body.data) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}
const setShipment = (id: string, columns: object) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('shipment').set(columns).where('shop_id', '=', shop.shopId).where('id', '=', id).execute(),
  );
async function print(id: string, kind: PrintKind = 'airway-bill', size: PaperSize = '4x6') {
  const { data, ticket } = await printed(server, shop.token, { shipment_ids: [id], kind, size });
  const file = await fetch(`${server.url}/api/v1/downloads/${ticket}`);
  const [text = ''] = pdfText(await PDFDocument.load(await file.arrayBuffer()));
  return { text, messages: data.notes.map(({ message }: { message: string }) => message) };
}

it('decorated letters of a store order are plain in the form, at the courier and on the paper', async () => {
  const order = await shop.newOrder({ address: { firstName: '𝓐𝓵𝓲', lastName: '𝐊𝐡𝐚𝐧', address1: odd.address } });
  const form = await shop.form(order, 'MNP');
  expect(form['consignee_name']).toBe(plain.name);
  expect(form['consignee_address']).toContain(plain.address);
  const { data } = (await shop.book(order, 'MNP')).body;
  const { text, messages } = await print(data.id);
  expect(text).toContain(plain.name);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('House 5 47, Street 12');
  expect(messages).toEqual([]);
});

it('decorated letters that a person types are plain in the parcel and on the paper', async () => {
  const { id, trackingNumber } = await bookMnp({ consignee_name: odd.name, consignee_address: odd.address });
  const { body } = await server.call('GET', `track-order/${trackingNumber}?stored=true`, { token: shop.token });
  expect(body.shipment.address).toBe(plain.address);
  expect((await print(id)).text).toContain(plain.name);
});

it.each(['airway-bill', 'packing-slip'] as const)(
  'what cannot be printed on a %s is an empty box and a note of the print',
  async (kind) => {
    const { id } = await bookMnp();
    await setShipment(id, { consignee_name: 'Sara 王 🌸', consignee_address: odd.address });
    const { text, messages } = await print(id, kind);
    expect(text).toContain('Sara');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('House 5 47, Street 12');
    expect(messages).toEqual(['Some characters of the name can’t be printed. The paper has an empty box for each.']);
  },
);

it('what cannot be printed on our own load sheet is an empty box and a note of the load sheet, once', async () => {
  const { id } = await bookMnp();
  await setShipment(id, { consignee_name: 'Sara 王' });
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.call(method, path, { token: shop.token, ...(body && { body }) });
  const [made] = (await call('POST', 'load-sheets', { shipment_ids: [id] })).body.data;
  expect(made).toMatchObject({ source: 'own', note: '' });
  for (const _print of ['first', 'second']) await call('POST', `load-sheets/${made.id}/print`, {});
  const sheets: { id: string; note: string }[] = (await call('GET', 'load-sheets')).body.data;
  expect(sheets.find((sheet) => sheet.id === made.id)?.note).toBe(
    'Some characters of the names can’t be printed. The paper has an empty box for each.',
  );
});

const onEachPaper = PaperSize.options.flatMap((size) => PrintKind.options.map((kind) => [kind, size] as const));

it.each(onEachPaper)('a long address is whole on a %s on %s, with remarks and contents', async (kind, size) => {
  const { id } = await bookMnp();
  const remarks = 'Call before delivery\nFragile\nGift\nDo not bend\nKeep dry\nNo exchange';
  await setShipment(id, { consignee_address: long, remarks });
  await print(id, kind, size);
  const { text, messages } = await print(id, kind, size);
  const words = text.replaceAll(/\s+/g, ' ');
  expect(words).toContain('Re-print 1');
  for (const word of long.split(' ')) expect(words).toContain(word);
  expect(words).toContain('Lawn suit');
  expect(messages).toEqual([]);
});

it('an address that fits on no label is cut with a note', async () => {
  const { id } = await bookMnp();
  await setShipment(id, { consignee_address: `${long} `.repeat(6) });
  const { text, messages } = await print(id);
  expect(text).toContain('…');
  expect(messages).toContain('The end of the address does not fit on the label.');
});
