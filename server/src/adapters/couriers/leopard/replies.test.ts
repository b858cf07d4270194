import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking, failureOf, now } from '../courier-script.testing.ts';
import type { Courier, CourierCall } from '../courier.ts';
import { createCourierHttp } from '../http.ts';
import { htmlError, startScriptedCourier, type ScriptedCourier } from '../scripted-courier.testing.ts';
import { createLeopard } from './adapter.ts';
import { leopardScript } from './script.testing.ts';

let server: ScriptedCourier;
let courier: Courier;
const call: CourierCall = { http: createCourierHttp(), now: () => now };
const account = { cacheKey: 'one', fields: leopardScript.fields };
const city = { id: '789', name: 'LAHORE' };
const bookedReply = { json: { status: 1, error: 0, track_number: 'KI123456789', slip_link: 'https://x/slip' } };

beforeAll(async () => {
  server = await startScriptedCourier();
  courier = createLeopard({ baseUrl: `${server.url}/api` });
});
afterAll(() => server.close());

test('bookPacket sends the account as sender, the consignee as receiver, and the weight in grams', async () => {
  server.answer({ bookPacket: bookedReply });
  await courier.book(account, aBooking(city), call);
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    path: '/api/bookPacket/format/json/',
    query: {},
    json: {
      api_key: 'SECRET-KEY-1A2B',
      api_password: 'SECRET-PASS',
      booked_packet_weight: 2000,
      booked_packet_no_piece: 2,
      booked_packet_collect_amount: 1500,
      booked_packet_order_id: 'CD1043-K7Q2MX',
      origin_city: 'self',
      destination_city: 789,
      shipment_name_eng: 'self',
      shipment_email: 'self',
      shipment_phone: 'self',
      shipment_address: 'self',
      consignment_name_eng: 'Ayesha Khan',
      consignment_email: 'ayesha@example.com',
      consignment_phone: '03001234567',
      consignment_phone_two: '03217654321',
      consignment_phone_three: '03331112223',
      consignment_address: 'House 12, Street 4, Gulberg III',
      special_instructions: 'Call before delivery. Contents: #1043: 2 x Lawn suit (blue)',
      shipment_type: 'overnight',
    },
  });
  expect(server.received[0]?.json).not.toHaveProperty('shipment_id');
});

test('bookPacket names the shipper that the account is set to', async () => {
  server.answer({ bookPacket: bookedReply });
  const withShipper = { ...account, fields: { ...account.fields, shipment_id: '2714' } };
  await courier.book(withShipper, aBooking(city), call);
  expect(server.received[0]?.json).toMatchObject({ shipment_id: 2714 });
});

test('bookPacket never leaves the instructions empty, and shows where they were cut', async () => {
  const instructions = async (remarks: string) => {
    server.answer({ bookPacket: bookedReply });
    await courier.book(account, aBooking(city, { remarks, products: '', orderNames: [] }), call);
    return String(Object(server.received[0]?.json).special_instructions);
  };
  expect(await instructions('')).not.toBe('');
  const long = await instructions('knock loudly '.repeat(60));
  expect(long).toHaveLength(500);
  expect(long).toMatch(/\.\.\.$/);
});

test('bookPacket hands on the address of the slip, which comes only now', async () => {
  server.answer({ bookPacket: bookedReply });
  expect(await courier.book(account, aBooking(city), call)).toMatchObject({ labelUrl: 'https://x/slip' });
});

const packet = (number: string, status: string, details: readonly object[] = []) => ({
  track_number: number,
  booking_date: '31/01/2026',
  booked_packet_order_id: 'ORD-1043',
  booked_packet_collect_amount: '1500',
  consignment_phone: '+92 300 1234567',
  booked_packet_status: status,
  'Tracking Detail': details,
});
const tracked = (...packets: readonly object[]) => ({ json: { status: 1, error: 0, packet_list: packets } });

test('trackBookedPacket reads times of Pakistan, reasons, and what was booked', async () => {
  server.answer({
    trackBookedPacket: tracked(
      packet('KI123456789', 'Pending', [
        {
          Status: 'Pending',
          Activity_Date: '2026-02-02',
          Activity_Time: '14:02:00',
          Reason: 'CONSIGNEE NOT AVAILABLE',
        },
      ]),
    ),
  });
  const [one] = await courier.track(account, ['KI123456789'], call);
  expect(one).toMatchObject({
    statusText: 'Pending',
    reference: 'ORD-1043',
    cod: 1500,
    phone: '03001234567',
    bookedAt: new Date('2026-01-31T18:59:59Z'),
    events: [{ at: new Date('2026-02-02T09:02:00Z'), text: 'Pending', detail: 'CONSIGNEE NOT AVAILABLE' }],
  });
});

test('trackBookedPacket reads the spelling of the printed document too', async () => {
  server.answer({
    trackBookedPacket: tracked({
      ...packet('KI123456789', ''),
      'Tracking Detail': [{ Staus: 'Delivered', 'Activity Date': '2026-02-02', 'Reciever Name': 'AYESHA' }],
    }),
  });
  const [one] = await courier.track(account, ['KI123456789'], call);
  expect(one).toMatchObject({ statusText: 'Delivered', events: [{ text: 'Delivered', detail: 'AYESHA' }] });
});

test('a packet without scans is where its own status says', async () => {
  server.answer({ trackBookedPacket: tracked(packet('KI123456789', 'Pickup Request not Send')) });
  expect(await courier.track(account, ['KI123456789'], call)).toMatchObject([{ status: { status: 'FULFILLED' } }]);
});

test('a cancellation by Leopards counts although no scan tells of it', async () => {
  const scan = { Status: 'Pickup Request Sent', Activity_datetime: '2026-01-31 10:00:00' };
  server.answer({ trackBookedPacket: tracked(packet('KI123456789', '48 Hours Auto Canceled', [scan])) });
  expect(await courier.track(account, ['KI123456789'], call)).toMatchObject([
    { status: { status: 'CANCELLED', final: true } },
  ]);
});

test('the end of a parcel that no scan names does not get the time of an earlier scan', async () => {
  const scan = (Status: string, Activity_datetime: string) => ({ Status, Activity_datetime });
  const scans = [scan('Shipment Picked', '2026-01-30 10:00:00'), scan('Assign to Courier', '2026-02-02 10:00:00')];
  server.answer({ trackBookedPacket: tracked(packet('KI1', 'Delivered', scans)) });
  const [one] = await courier.track(account, ['KI1'], call);
  expect(one).toMatchObject({ status: { status: 'DELIVERED' }, statusAt: undefined });
  expect(one?.found && one.events.at(-1)?.at).toEqual(new Date('2026-02-02T05:00:00Z'));
});

test('an unknown word is kept and means nothing', async () => {
  server.answer({ trackBookedPacket: tracked(packet('KI123456789', 'Handed to drone')) });
  const [one] = await courier.track(account, ['KI123456789'], call);
  expect(one).toMatchObject({ statusText: 'Handed to drone', status: undefined });
});

test('a list that one unknown number spoils is refused, and that number alone is not found', async () => {
  server.answer({ trackBookedPacket: { json: { status: 0, error: 'Invalid CN', packet_list: null } } });
  expect((await failureOf(courier.track(account, ['KI1', 'KI2'], call))).kind).toBe('rejected');
  expect(await courier.track(account, ['KI1'], call)).toEqual([{ trackingNumber: 'KI1', found: false }]);
  expect(server.received).toHaveLength(2);
});

test('a courier in maintenance is asked again, and its list is not split', async () => {
  server.answer({ trackBookedPacket: { json: { status: 0, error: 'System under maintenance', packet_list: null } } });
  expect((await failureOf(courier.track(account, ['KI1', 'KI2'], call))).kind).toBe('unavailable');
});

test.each([0, '0', '', 'null', null, [], {}])('a cancel with the error %j is confirmed', async (error) => {
  server.answer({ cancelBookedPackets: { json: { status: '1', error } } });
  await expect(courier.cancel(account, 'KI123456789', call)).resolves.toBeUndefined();
});

test('a cancel that is confirmed and says why the number was not cancelled is uncertain', async () => {
  const error = { KI123456789: 'Packet is already picked' };
  server.answer({ cancelBookedPackets: { json: { status: 1, error } } });
  expect(await failureOf(courier.cancel(account, 'KI123456789', call))).toMatchObject({
    kind: 'uncertain',
    courierWords: 'Packet is already picked',
  });
});

const find = () => courier.findByReference(account, { reference: 'CD1043-K7Q2MX', claimedAt: now }, call);

test('look-up asks for the order id, then for the packets of the day', async () => {
  server.answer({
    getShipmentDetailsByOrderID: { json: { status: 0, error: 'Order not found' } },
    getBookedPacketLastStatus: {
      json: {
        status: 1,
        error: 0,
        packet_list: [
          {
            booking_date: '2026-02-02',
            tracking_number: 'KI123456789',
            booked_packet_order_id: 'CD1043-K7Q2MX',
            consignment_phone: '03001234567',
            booked_packet_status: 'Pickup Request not Send',
            cod_value: '1500.00',
          },
        ],
      },
    },
  });
  expect(await find()).toMatchObject([{ trackingNumber: 'KI123456789', cancelled: false, cod: 1500 }]);
  expect(server.received[0]?.json).toMatchObject({ shipment_order_id: ['CD1043-K7Q2MX'] });
  expect(server.received[1]).toMatchObject({
    method: 'GET',
    query: { from_date: '2026-02-02', to_date: '2026-02-03' },
  });
});

test('a look-up with refused credentials is no empty answer', async () => {
  server.answer({ getShipmentDetailsByOrderID: { json: { status: 0, error: 'Invalid API Key' } } });
  expect((await failureOf(find())).kind).toBe('unauthorised');
});

test('a look-up that is refused in words we do not know is no empty answer', async () => {
  const refused = { json: { status: 0, error: 'Order search is limited to one client' } };
  const nothing = { json: { status: 0, error: 'No Record Found' } };
  server.answer({ getShipmentDetailsByOrderID: refused, getBookedPacketLastStatus: nothing });
  expect((await failureOf(find())).courierWords).toBe(refused.json.error);
  server.answer({ getShipmentDetailsByOrderID: nothing, getBookedPacketLastStatus: refused });
  expect((await failureOf(find())).courierWords).toBe(refused.json.error);
});

test.each([
  ['without a list', {}],
  ['with a text in place of the list', { data: 'none' }],
  ['with rows of another format', { data: [{ track_number: 'KI123456789', order_id: 'CD1043-K7Q2MX' }] }],
  ['with our reference and no number', { data: [{ cn: 'KI123456789', booked_packet_order_id: 'CD1043-K7Q2MX' }] }],
])('a success of a look-up %s does not prove that nothing was booked', async (_what, reply) => {
  const nothing = { json: { status: 0, error: 'No Record Found', packet_list: null } };
  const odd = { json: { status: 1, error: '', ...reply } };
  server.answer({ getShipmentDetailsByOrderID: odd, getBookedPacketLastStatus: nothing });
  expect((await failureOf(find())).kind).toBe('unavailable');
  server.answer({ getShipmentDetailsByOrderID: nothing, getBookedPacketLastStatus: odd });
  expect((await failureOf(find())).kind).toBe('unavailable');
});

test.each([[null], [[]]])('a look-up reads the packets of both lists when one of them is %j', async (data) => {
  const listed = { tracking_number: 'KI123456789', booked_packet_order_id: 'CD1043-K7Q2MX' };
  server.answer({ getShipmentDetailsByOrderID: { json: { status: 1, error: '', data, packet_list: [listed] } } });
  expect(await find()).toMatchObject([{ trackingNumber: 'KI123456789' }]);
});

test('packets of the day without an order id, such as those of the portal, prove nothing against an empty look-up', async () => {
  const portal = { tracking_number: 'KI123456780', booked_packet_order_id: '', booked_packet_status: 'Dispatched' };
  server.answer({
    getShipmentDetailsByOrderID: { json: { status: 1, error: '', data: [] } },
    getBookedPacketLastStatus: { json: { status: 1, error: 0, packet_list: [portal] } },
  });
  expect(await find()).toEqual([]);
});

const label = (labelUrl?: string) =>
  courier.label(account, { trackingNumber: 'KI123456789', ...(labelUrl ? { labelUrl } : {}) }, call);

test('the label is the PDF behind the slip link', async () => {
  server.answer({ '/slip/KI123456789': { pdf: '%PDF-1.7 slip' } });
  expect(Buffer.from((await label(`${server.url}/slip/KI123456789`)) ?? []).toString()).toBe('%PDF-1.7 slip');
});

test('the label is none without a link, for a page that is no PDF, and for a link to elsewhere', async () => {
  server.answer({ '/slip/KI123456789': htmlError(200) });
  expect(await label()).toBeUndefined();
  expect(await label(`${server.url}/slip/KI123456789`)).toBeUndefined();
  server.answer({ '/': { pdf: '%PDF-1.7 slip' } });
  expect(await label(server.url.replace('127.0.0.1', 'localhost'))).toBeUndefined();
  expect(await label('file:///etc/passwd')).toBeUndefined();
  expect(server.received).toEqual([]);
});

const made = { json: { status: '1', error: 'null', load_sheet_id: '123456' } };
const paper = { pdf: '%PDF-1.4 sheet' };
const loadSheet = () => courier.loadSheet?.(account, ['KI1', 'KI2'], call) ?? Promise.reject(new Error('none'));

test('generateLoadSheet sends the numbers as a list and fetches the paper by its id', async () => {
  server.answer({ generateLoadSheet: made, downloadLoadSheet: paper });
  const sheet = await loadSheet();
  expect(sheet).toMatchObject({ sheetId: '123456', refused: {} });
  expect(Buffer.from(sheet.pdf ?? []).toString()).toBe('%PDF-1.4 sheet');
  expect(server.received[0]?.json).toMatchObject({ cn_numbers: ['KI1', 'KI2'] });
  expect(server.received[1]?.json).toMatchObject({ load_sheet_id: 123456, response_type: 'PDF' });
});

test('a number it refuses is left out, and the rest asked for once more', async () => {
  const refused = { json: { status: 0, error: { KI1: 'Load sheet already generated' } } };
  server.answer({ generateLoadSheet: [refused, made], downloadLoadSheet: paper });
  expect(await loadSheet()).toMatchObject({ sheetId: '123456', refused: { KI1: 'Load sheet already generated' } });
  expect(server.received[1]?.json).toMatchObject({ cn_numbers: ['KI2'] });
});

test('a number that is named beside a success is left out of the sheet, too', async () => {
  const partly = { json: { ...made.json, error: { KI2: 'Invalid CN Number' } } };
  server.answer({ generateLoadSheet: partly, downloadLoadSheet: paper });
  expect(await loadSheet()).toMatchObject({ sheetId: '123456', refused: { KI2: 'Invalid CN Number' } });
  expect(server.received.filter(({ path }) => path.includes('generateLoadSheet'))).toHaveLength(1);
});

test('all refused is a refusal; no paper is still a sheet', async () => {
  const refused = { json: { status: 0, error: { KI1: 'Invalid CN Number', KI2: 'Invalid CN Number' } } };
  for (const status of [0, 1]) {
    server.answer({ generateLoadSheet: { json: { ...refused.json, status } } });
    expect(await failureOf(loadSheet())).toMatchObject({ kind: 'rejected', courierWords: 'Invalid CN Number' });
  }
  server.answer({ generateLoadSheet: made, downloadLoadSheet: { json: { status: 0, error: 'Invalid' } } });
  expect(await loadSheet()).toMatchObject({ sheetId: '123456', pdf: undefined });
});
