import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { eraseShop } from '../shops/erase-shop.ts';
import { aPicture } from '../../testing/a-picture.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;

const ofStore = { name: 'Chenab Cotton', phone: '042 35712345', email: 'help@chenab.test', address: '12 Mall Road' };

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  await changeStore({ ...ofStore, city: 'Lahore' });
});

const changeStore = (change: object) =>
  withShop(server.context.db, shopId, (trx) => trx.updateTable('shop').set(change).where('id', '=', shopId).execute());
const look = async (as = token) => (await server.call('GET', 'shop-look', { token: as })).body.data;
const saveLabels = async (change: object, as = token) =>
  server.call('PUT', 'shop-look/labels', { token: as, body: { ...(await look()).labels, ...change } });
const savePage = async (change: object, as = token) =>
  server.call('PUT', 'shop-look/tracking-page', { token: as, body: { ...(await look()).tracking_page, ...change } });
const saveLogo = (image: string, as = token) => server.call('PUT', 'shop-look/logo', { token: as, body: { image } });

it('shipper and contact are those of the store at first, and follow it until the shop changes them', async () => {
  expect(await look()).toMatchObject({
    labels: { shipper_name: 'Chenab Cotton', shipper_phone: '042 35712345', shipper_city: 'Lahore', revision: 0 },
    tracking_page: { contact_phone: '042 35712345', contact_email: 'help@chenab.test', contact_whatsapp: '' },
    logo: null,
  });
  await saveLabels({ shipper_phone: '0300 7654321' });
  await savePage({ contact_email: '' });
  await changeStore({ name: 'Chenab Home', phone: '042 111', email: 'new@chenab.test' });
  expect(await look()).toMatchObject({
    labels: { shipper_name: 'Chenab Home', shipper_phone: '0300 7654321' },
    tracking_page: { contact_phone: '042 111', contact_email: '' },
  });
});

it('shipper and contact follow the store after a save of other settings, also when the store has spare blanks and marks in them', async () => {
  const phone = '\u202a0300 1234567\u202c';
  await changeStore({ name: 'Chenab  Cotton', phone, email: ' help@chenab.test', address: '12  Mall Road ' });
  expect((await saveLabels({ label_note: 'Fragile' })).status).toBe(200);
  expect((await savePage({ language: 'ur' })).status).toBe(200);
  await changeStore({ name: 'Chenab Home', phone: '042 111', email: 'new@chenab.test', address: '7 Canal Road' });
  expect(await look()).toMatchObject({
    labels: { shipper_name: 'Chenab Home', shipper_phone: '042 111', shipper_address: '7 Canal Road' },
    tracking_page: { contact_phone: '042 111', contact_email: 'new@chenab.test' },
  });
});

it('shipper and contact are kept as they are typed, without line breaks', async () => {
  const typed = {
    shipper_name: ' فاطمہ  Textiles ',
    return_address: 'Plot 7,\nKorangi',
    label_note: 'Open before payment',
    label_size: 'a5',
    label_parts: ['logo'],
    sheet_parts: [],
  };
  const saved = await saveLabels(typed);
  expect(saved.body).toMatchObject({ message: 'Settings saved' });
  expect((await look()).labels).toMatchObject({
    ...typed,
    shipper_name: 'فاطمہ Textiles',
    return_address: 'Plot 7, Korangi',
    revision: 1,
  });
});

it.each([
  [{ shipper_name: ' ' }, 'Shipper name is required'],
  [{ shipper_name: 'x'.repeat(61) }, 'Shipper name: maximum 60 characters'],
  [{ shipper_phone: 'call us' }, 'Phone: write it like 0300 1234567 or 042 35712345'],
  [{ shipper_phone: '12' }, 'Phone: write it like 0300 1234567 or 042 35712345'],
  [{ shipper_address: 'x'.repeat(201) }, 'Address: maximum 200 characters'],
  [{ shipper_city: 'x'.repeat(61) }, 'City: maximum 60 characters'],
  [{ return_address: 'x'.repeat(201) }, 'Return address: maximum 200 characters'],
  [{ label_note: 'x'.repeat(101) }, 'Note: maximum 100 characters'],
])('shipper and contact on labels %o are refused beside their field', async (wrong, msg) => {
  const answer = await saveLabels(wrong);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ msg, code: 'invalid-input', field: Object.keys(wrong)[0] }]);
});

it.each([
  ['0300 1234567', '923001234567'],
  ['+92 300-1234567', '923001234567'],
  ['+971 50 123 4567', '971501234567'],
  ['', ''],
])('shipper and contact have the WhatsApp number %o as %o', async (typed, kept) => {
  expect((await savePage({ contact_whatsapp: typed })).body.data.tracking_page.contact_whatsapp).toBe(kept);
});

it.each([
  [{ colour: 'teal' }, 'Write the colour like #0b6365'],
  [{ colour: '#ffd400' }, 'White text is hard to read on this colour. Choose a darker one, such as #8c7500'],
  [{ contact_phone: 'x' }, 'Phone: write it like 0300 1234567 or 042 35712345'],
  [{ contact_email: 'nobody' }, 'Enter a valid email'],
  [{ contact_whatsapp: '042 111' }, 'Enter a WhatsApp number like 0300 1234567 or +971 50 1234567'],
])('the tracking page refuses %o', async (wrong, msg) => {
  const answer = await savePage(wrong);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ msg, code: 'invalid-input', field: Object.keys(wrong)[0] }]);
});

it('the tracking page takes the darker shade that it suggests', async () => {
  expect((await savePage({ colour: '#8c7500' })).status).toBe(200);
});

it.each([
  ['labels', saveLabels, { label_note: 'mine', revision: 0 }, { label_note: 'theirs', revision: 0 }],
  ['the tracking page', savePage, { colour: '#7a1f5c', revision: 0 }, { colour: '#1f5c7a', revision: 0 }],
])('two people who edit the same version do not overwrite %s of each other', async (_what, save, mine, theirs) => {
  const answers = await Promise.all([save(mine), save(theirs)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [saved, refused] = answers.toSorted((one, other) => one.status - other.status);
  expect(refused?.body.errors[0].code).toBe('conflict');
  expect(await look()).toEqual(saved?.body.data);
});

it('two people who edit the same version do not disturb each other when one edits labels and one the tracking page', async () => {
  const answers = await Promise.all([saveLabels({ label_note: 'Fragile' }), savePage({ language: 'ur' })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await look()).toMatchObject({ labels: { label_note: 'Fragile' }, tracking_page: { language: 'ur' } });
});

it('the logo is drawn again as a small PNG, and served to everyone from an address of its content', async () => {
  const saved = await saveLogo(await aPicture({ format: 'jpeg', width: 2400, height: 600 }));
  expect(saved.body).toMatchObject({ message: 'Logo saved', data: { logo: { width: 600, height: 150 } } });
  const { url } = saved.body.data.logo;
  const served = await fetch(`${server.url}${url}`);
  expect(served.status).toBe(200);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect((await look()).logo).toEqual(saved.body.data.logo);

  const replaced = await saveLogo(await aPicture({ colour: '#123456' }));
  expect(replaced.body.data.logo.url).not.toBe(url);
  expect((await fetch(`${server.url}${url}`)).status).toBe(404);
});

it('the logo keeps nothing of the file but its picture', async () => {
  const image = Buffer.from(await aPicture(), 'base64');
  const text = 'tEXtComment\0taken at 31.52 N, 74.35 E';
  const chunk = Buffer.from(`\0\0\0${String.fromCharCode(text.length - 4)}${text}\0\0\0\0`, 'latin1');
  const withText = Buffer.concat([image.subarray(0, 33), withCrc(chunk), image.subarray(33)]);
  const { url } = (await saveLogo(withText.toString('base64'))).body.data.logo;
  const bytes = Buffer.from(await (await fetch(`${server.url}${url}`)).arrayBuffer());
  expect(withText.toString('latin1')).toContain('31.52 N');
  expect(bytes.toString('latin1')).not.toContain('31.52 N');
});

it.each([
  ['an SVG with a script', async () => inBase64(hostileSvg), 'PNG or JPEG'],
  ['an SVG with the first bytes of a PNG', async () => inBase64(`${pngSignature}${hostileSvg}`), 'can’t be read'],
  ['30,000 × 30,000 pixels in 200 bytes', () => claiming(30_000, 30_000), '30,000 × 30,000 pixels. The maximum is'],
  ['a PDF', async () => inBase64('%PDF-1.7'), 'PNG or JPEG'],
  ['a WebP', () => aPicture({ format: 'webp' }), 'PNG or JPEG'],
  ['a text', async () => 'not base64!', 'PNG or JPEG'],
  ['nothing', async () => '', 'PNG or JPEG'],
  ['a damaged PNG', async () => (await aPicture()).slice(0, 200), 'can’t be read'],
  ['a tiny picture', () => aPicture({ width: 200, height: 20 }), '200 × 20 pixels. The minimum is 32 × 32'],
  ['a huge picture', () => aPicture({ width: 4001, height: 40 }), '4,001 × 40 pixels. The maximum is 4,000 × 4,000'],
  [
    'a 16 bit picture that takes 128 MB when it is decoded',
    () => aPicture({ width: 4000, height: 4000, is16Bit: true }),
    '4,000 × 4,000 pixels with 16 bits for each colour. Save it with 8 bits',
  ],
  ['more than 2 MB', async () => (await aPicture()).padEnd(2_800_000, 'A'), 'at most 2 MB'],
])('the logo is not %s', async (_what, image, words) => {
  const answer = await saveLogo(await image());
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]).toMatchObject({ code: 'invalid-input', field: 'image' });
  expect(answer.body.errors[0].msg).toContain(words);
  expect((await look()).logo).toBeNull();
});

it('the logo is gone after it was removed, and with its shop', async () => {
  const { url } = (await saveLogo(await aPicture())).body.data.logo;
  const removed = await server.call('DELETE', 'shop-look/logo', { token });
  expect(removed.body).toMatchObject({ message: 'Logo removed', data: { logo: null } });
  expect((await fetch(`${server.url}${url}`)).status).toBe(404);

  await saveLogo(await aPicture());
  await changeStore({ uninstalled_at: server.clock.now });
  await eraseShop(server.context, shopId);
  expect((await fetch(`${server.url}${url}`)).status).toBe(404);
});

it('the logo of one shop is not served under the id of another', async () => {
  const { url } = (await saveLogo(await aPicture())).body.data.logo;
  const other = await aShop(server.context);
  expect((await fetch(`${server.url}${url.replace(shopId, other.shopId)}`)).status).toBe(404);
  expect((await fetch(`${server.url}/logos/nothing`)).status).toBe(404);
});

it('reading and changing each need their scope, and people who book can read', async () => {
  const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_SETTINGS'] });
  const booker = await aUser(server.context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  const stranger = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  expect((await look(booker.token)).labels.label_size).toBe('a4-4');
  expect((await server.call('GET', 'shop-look', { token: stranger.token })).status).toBe(403);
  expect((await saveLabels({}, reader.token)).status).toBe(403);
  expect((await savePage({}, reader.token)).status).toBe(403);
  expect((await saveLogo(await aPicture(), reader.token)).status).toBe(403);
  expect((await server.call('DELETE', 'shop-look/logo', { token: reader.token })).status).toBe(403);
});

const pngSignature = '\x89PNG\r\n\x1a\n';
const hostileSvg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const inBase64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');

/** A small PNG with a head that claims this size. */
async function claiming(width: number, height: number): Promise<string> {
  const image = Buffer.from(await aPicture(), 'base64');
  const head = Buffer.from(image.subarray(8, 33));
  head.writeUInt32BE(width, 8);
  head.writeUInt32BE(height, 12);
  return Buffer.concat([image.subarray(0, 8), withCrc(head), image.subarray(33)]).toString('base64');
}

/** A PNG chunk with the checksum that decoders want. */
function withCrc(chunk: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of chunk.subarray(4, -4)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  chunk.writeUInt32BE((crc ^ 0xffffffff) >>> 0, chunk.length - 4);
  return chunk;
}
