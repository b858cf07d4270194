import { afterEach, beforeEach, expect, test } from 'vitest';
import { advanceParcels } from '../parcels/advance-parcels.ts';
import { courierJournal } from '../parcels/courier-journal.ts';
import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';
import { text } from '../http/fields.ts';
import type { CourierTestServer } from '../../testing/courier-test-server.ts';
import { jsonOf, rowsOf, startCourierTestServer } from '../../testing/courier-test-server.ts';

const [account] = demoCourierAccounts.LEOPARD;
const credentials = { api_key: account.api_key, api_password: account.api_password };

const packet = {
  booked_packet_weight: 500,
  booked_packet_no_piece: 1,
  booked_packet_collect_amount: 1500,
  booked_packet_order_id: 'CD1043-ABCDEF',
  origin_city: 'self',
  destination_city: 592,
  shipment_name_eng: 'self',
  shipment_email: 'self',
  shipment_phone: 'self',
  shipment_address: 'self',
  consignment_name_eng: 'Ali Raza',
  consignment_phone: '03001234567',
  consignment_address: 'House 1, Street 2',
  special_instructions: 'Handle with care',
  shipment_type: 'overnight',
};

let sandbox: CourierTestServer;
beforeEach(async () => {
  sandbox = await startCourierTestServer();
});
afterEach(() => sandbox.close());

const post = (method: string, body: object) =>
  fetch(`${sandbox.url}/leopard/api/${method}/format/json/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, ...body }),
  });
const postForm = (method: string, body: Record<string, string>) =>
  fetch(`${sandbox.url}/leopard/api/${method}/format/json`, {
    method: 'POST',
    body: new URLSearchParams({ ...credentials, ...body }),
  });
const get = (method: string, query: Record<string, string> = {}) =>
  fetch(
    `${sandbox.url}/leopard/api/${method}/format/json/?${new URLSearchParams({ ...credentials, ...query }).toString()}`,
  );

async function book(changes: object = {}): Promise<string> {
  const answer = await jsonOf(post('bookPacket', { ...packet, ...changes }));
  expect(answer.status).toBe(1);
  return text(answer, 'track_number');
}

test('cities are listed with numeric ids, services and flags', async () => {
  const answer = await jsonOf(get('getAllCities'));
  expect(answer).toMatchObject({ status: 1, error: '0' });
  const cities = rowsOf(answer.city_list);
  expect(cities.length).toBeGreaterThan(150);
  expect(cities).toContainEqual(expect.objectContaining({ id: 592, name: 'Karachi' }));
  const flags = cities.map((city) => typeof city.allow_as_destination);
  expect(new Set(flags)).toEqual(new Set(['boolean', 'number', 'string']));
});

test('cities are refused to a wrong password with HTTP 200, status 0 and an empty list', async () => {
  const response = await get('getAllCities', { api_password: 'wrong' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 0, error: 'Invalid API Key', city_list: null });
});

test('booking answers with a number of two letters and nine digits, and a slip that is a PDF', async () => {
  const answer = await jsonOf(post('bookPacket', packet));
  expect(answer).toMatchObject({ status: 1, error: 0 });
  expect(answer.track_number).toMatch(/^[A-Z]{2}\d{8,10}$/);
  const slip = await fetch(text(answer, 'slip_link'));
  expect(slip.headers.get('content-type')).toBe('application/pdf');
  expect((await slip.text()).slice(0, 4)).toBe('%PDF');
});

test('booking takes a form as well as JSON', async () => {
  const form = Object.fromEntries(Object.entries(packet).map(([key, value]) => [key, String(value)]));
  expect(await jsonOf(postForm('bookPacket', form))).toMatchObject({ status: 1 });
});

test('booking with wrong credentials books nothing', async () => {
  const answer = await jsonOf(post('bookPacket', { ...packet, api_key: 'nobody' }));
  expect(answer).toEqual({ status: 0, error: 'Invalid API Key', track_number: null, slip_link: null });
  expect(courierJournal(sandbox.context)).toEqual([]);
});

test.each([
  ['special_instructions', '', 'Special Instructions are required'],
  ['consignment_phone', '', 'Consignee Phone is required'],
  ['consignment_name_eng', '', 'Consignee Name is required'],
  ['booked_packet_weight', 0.5, 'Packet Weight is required'],
  ['booked_packet_collect_amount', '', 'COD Amount is required'],
  ['destination_city', '', 'Destination City is required'],
  ['destination_city', 999999, { destination_city: 'Invalid Destination City' }],
  ['destination_city', 'Karachi', { destination_city: 'Invalid Destination City' }],
  ['shipment_type', 'rocket', { shipment_type: 'Invalid Shipment Type' }],
  ['shipment_id', 5, { shipment_id: 'Invalid Shipment ID' }],
])('booking with %s %j is refused and noted', async (field, value, error) => {
  const answer = await jsonOf(post('bookPacket', { ...packet, [field]: value }));
  expect(answer).toEqual({ status: 0, error, track_number: null, slip_link: null });
  expect(sandbox.context.rejected.list()).toHaveLength(1);
});

test('booking takes the same order id twice, and the look-up shows both without a slip', async () => {
  const numbers = [await book(), await book()];
  const answer = await jsonOf(post('getShipmentDetailsByOrderID', { shipment_order_id: ['CD1043-ABCDEF'] }));
  expect(answer).toMatchObject({ status: 1, error: '' });
  expect(rowsOf(answer.data).map((row) => row.track_number)).toEqual(numbers);
  expect(rowsOf(answer.data)[0]).toMatchObject({
    booking_date: '2026/11/20',
    booked_packet_collect_amount: '1500',
    destination_city: 'Karachi',
    consignment_phone: '03001234567',
    booked_packet_status: 'Pickup Request not Send',
  });
  expect(rowsOf(answer.data)[0]).not.toHaveProperty('slip_link');
});

test('booking with a lost answer is still found by its order id', async () => {
  sandbox.context.faults.add({ target: 'leopard', operation: 'book', kind: 'lose-answer', rate: 1, times: 1 });
  await expect(post('bookPacket', packet)).rejects.toThrow('fetch failed');
  const answer = await jsonOf(post('getShipmentDetailsByOrderID', { shipment_order_id: ['CD1043-ABCDEF'] }));
  expect(answer.data).toHaveLength(1);
});

test('lookups of an unknown order id fail', async () => {
  const answer = await jsonOf(post('getShipmentDetailsByOrderID', { shipment_order_id: ['NOPE'] }));
  expect(answer).toEqual({ status: 0, error: 'No record found' });
});

test('lookups by day list the bookings of those days, with the number under its other name', async () => {
  const number = await book();
  const day = { from_date: '2026-11-20', to_date: '2026-11-20' };
  const answer = await jsonOf(get('getBookedPacketLastStatus', day));
  expect(answer.packet_list).toHaveLength(1);
  expect(rowsOf(answer.packet_list)[0]).toMatchObject({
    tracking_number: number,
    booked_packet_order_id: 'CD1043-ABCDEF',
    delivery_date: '0000-00-00',
    cod_value: '1500.00',
  });
  const before = { from_date: '2026-11-18', to_date: '2026-11-19' };
  expect((await jsonOf(get('getBookedPacketLastStatus', before))).packet_list).toEqual([]);
});

test('cancelling works before pickup and answers in strings', async () => {
  const number = await book();
  const answer = await jsonOf(postForm('cancelBookedPackets', { cn_numbers: number }));
  expect(answer).toEqual({ status: '1', error: 'null' });
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'cancelled', cancelled: true }]);
});

test('cancelling is refused by number after pickup, twice, and for an unknown number', async () => {
  const [picked, twice] = [await book(), await book()];
  advanceParcels(sandbox.context, { tracking_number: picked, to: 'picked' });
  await post('cancelBookedPackets', { cn_numbers: twice });
  const answer = await jsonOf(post('cancelBookedPackets', { cn_numbers: `${picked},${twice},LE1` }));
  expect(answer).toEqual({
    status: 0,
    error: {
      [picked]: 'Packet can not be cancelled at this stage',
      [twice]: 'Packet already cancelled',
      LE1: 'Invalid CN Number',
    },
  });
});

test('tracking shows scans oldest first under "Tracking Detail", with the live key names', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'attempted' });
  sandbox.advanceClock(3_600_000);
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  const answer = await jsonOf(get('trackBookedPacket', { track_numbers: number }));
  const [row] = rowsOf(answer.packet_list);
  const scans = rowsOf(row?.['Tracking Detail']);
  expect(row).toMatchObject({
    booking_date: '20/11/2026',
    booked_packet_status: 'Delivered',
    status_remarks: 'Ali Raza',
  });
  expect(scans.map((scan) => scan.Status)).toEqual([
    'Shipment Picked',
    'Consignment Booked',
    'Dispatched',
    'Arrived at Station',
    'Assign to Courier',
    'Pending',
    'Assign to Courier',
    'Delivered',
  ]);
  expect(scans.at(-1)).toEqual({
    Status: 'Delivered',
    Activity_Date: '2026-11-20',
    Activity_Time: '13:00:00',
    Activity_datetime: '2026-11-20 13:00:00',
    Reason: null,
    Reciever_Name: 'Ali Raza',
  });
  expect(scans.find((scan) => scan.Status === 'Pending')?.Reason).toMatch(/[A-Z]+/);
});

test('tracking of a fresh booking has a status and no scans', async () => {
  const number = await book();
  const answer = await jsonOf(post('trackBookedPacket', { track_numbers: number }));
  const [row] = rowsOf(answer.packet_list);
  expect(row).toMatchObject({ booked_packet_status: 'Pickup Request not Send' });
  expect(rowsOf(row?.['Tracking Detail'])).toEqual([]);
});

test('tracking fails as a whole when one number is unknown', async () => {
  const number = await book();
  const answer = await jsonOf(get('trackBookedPacket', { track_numbers: `${number},LE000000001` }));
  expect(answer).toEqual({ status: 0, error: 'No record found for LE000000001', packet_list: null });
});

test('tracking shows a cancellation by the courier after 48 hours, and a late scan after it', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'cancelled_by_courier' });
  const cancelled = await jsonOf(get('trackBookedPacket', { track_numbers: number }));
  expect(cancelled.packet_list).toMatchObject([{ booked_packet_status: '48 Hours Auto Canceled' }]);
  advanceParcels(sandbox.context, { tracking_number: number, to: 'Dispatched' });
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'in_transit', cancelled: false }]);
});

test('request the pickup and download as PDF and as rows', async () => {
  const number = await book();
  const made = await jsonOf(post('generateLoadSheet', { cn_numbers: [number], courier_name: 'A', courier_code: '1' }));
  expect(made).toMatchObject({ status: '1', error: 'null' });
  const tracked = await jsonOf(get('trackBookedPacket', { track_numbers: number }));
  expect(tracked.packet_list).toMatchObject([{ booked_packet_status: 'Pickup Request Sent' }]);
  const rows = await post('downloadLoadSheet', { load_sheet_id: Number(made.load_sheet_id), response_type: 'JSON' });
  expect((await jsonOf(rows)).data).toMatchObject([
    { track_number: number, destination_city_id: 592, shipment_type_id: 10 },
  ]);
  const paper = await fetch(`${sandbox.url}/leopard/api/downloadLoadSheet/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, load_sheet_id: Number(made.load_sheet_id), response_type: 'PDF' }),
  });
  expect((await paper.text()).slice(0, 4)).toBe('%PDF');
});

test('load sheets are refused as a form, and by number for parcels already picked up', async () => {
  const number = await book();
  expect(await jsonOf(postForm('generateLoadSheet', { cn_numbers: number }))).toEqual({
    status: 0,
    error: 'CN required',
  });
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  const answer = await jsonOf(post('generateLoadSheet', { cn_numbers: [number] }));
  expect(answer).toEqual({ status: 0, error: { [number]: 'Packet is not available for load sheet' } });
});

test('payments list a delivered parcel as unpaid with status 0, then as paid with its invoice', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  const unpaid = await jsonOf(get('getPaymentDetails', { cn_numbers: number }));
  expect(unpaid).toMatchObject({ status: 0, payment_list: [{ booked_packet_cn: number, status: 'Unpaid' }] });
  advanceParcels(sandbox.context, { tracking_number: number, to: 'paid' });
  const paid = await jsonOf(get('getPaymentDetails', { cn_numbers: number }));
  expect(paid).toMatchObject({ status: 1, payment_list: [{ status: 'Paid', invoice_cheque_no: 'CPR-20261120' }] });
});

test('payments take at most 50 numbers', async () => {
  const many = Array.from({ length: 51 }, (_, index) => `LE${index}`).join(',');
  expect(await jsonOf(get('getPaymentDetails', { cn_numbers: many }))).toMatchObject({
    status: 0,
    error: 'Maximum 50 CN allowed',
    payment_list: null,
  });
});

test('unknown paths get an nginx page and are recorded as refused requests', async () => {
  const response = await fetch(`${sandbox.url}/leopard/api/getAllCitys/format/json/`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<center>nginx</center>');
  expect(sandbox.context.rejected.list()).toMatchObject([{ target: 'leopard', reason: 'unknown path or method' }]);
});

test('shippers of the account are listed, or found by a field', async () => {
  expect((await jsonOf(get('getShipperDetails'))).data).toHaveLength(2);
  const found = await get('getShipperDetails', { request_param: 'shipment_phone', request_value: '03007654321' });
  expect((await jsonOf(found)).data).toMatchObject([{ shipment_id: 1841077 }]);
});

test('an unreadable body is refused with the courier’s error text', async () => {
  const response = await fetch(`${sandbox.url}/leopard/api/bookPacket/format/json/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(await response.json()).toMatchObject({ status: 0, error: 'Invalid API Key' });
  expect(sandbox.context.rejected.list()).toMatchObject([{ reason: 'unreadable body' }]);
});

test.each([
  ['error500', 500, 'Fatal error'],
  ['html502', 502, 'Bad Gateway'],
  ['throttle', 429, 'Too Many Requests'],
  ['garbage', 200, 'mysqli_connect'],
  ['refuse', 200, 'Consignee Address is required'],
] as const)('a fault %s makes booking answer %i and books nothing', async (kind, status, words) => {
  sandbox.context.faults.add({ target: 'leopard', operation: 'book', kind, rate: 1 });
  const response = await post('bookPacket', packet);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(words);
  expect(courierJournal(sandbox.context)).toEqual([]);
});

test.each(['down', 'drop-before'] as const)('a fault %s ends the connection before anything is done', async (kind) => {
  sandbox.context.faults.add({ target: 'leopard', operation: 'book', kind, rate: 1 });
  await expect(post('bookPacket', packet)).rejects.toThrow('fetch failed');
  expect(courierJournal(sandbox.context)).toEqual([]);
});
