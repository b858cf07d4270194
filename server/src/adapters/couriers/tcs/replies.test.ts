import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBooking, failureOf, now } from '../courier-script.testing.ts';
import type { CourierError } from '../courier-error.ts';
import type { Courier, CourierBooking, CourierCall } from '../courier.ts';
import { createCourierHttp } from '../http.ts';
import { startScriptedCourier, type ScriptedCourier } from '../scripted-courier.testing.ts';
import { createTcs } from './adapter.ts';
import { tcsScript, tcsTokens } from './script.testing.ts';

let server: ScriptedCourier;
let courier: Courier;
let accounts = 0;
const call: CourierCall = { http: createCourierHttp(), now: () => now };
const account = (fields: Record<string, string> = {}) => ({
  cacheKey: `account ${accounts++}`,
  fields: { ...tcsScript.fields, ...fields },
});
const city = { id: 'LHE LAHORE', name: 'LAHORE' };
const bookedReply = { json: { consignmentNo: '99210301520', message: 'success', traceid: 't' } };

beforeAll(async () => {
  server = await startScriptedCourier();
  courier = createTcs({ baseUrl: server.url });
});
afterAll(() => server.close());

describe('booking/create', () => {
  const sent = async (changes: Partial<CourierBooking> = {}) => {
    server.answer({ ...tcsTokens, '/booking/create': bookedReply });
    await courier.book(account(), aBooking(city, changes), call);
    return Object(server.received.at(-1)?.json);
  };
  const { consignee } = aBooking(city);

  test('booking/create sends both tokens, kilograms, and the city with its code', async () => {
    const body = await sent();
    expect(server.received.at(-1)?.headers.authorization).toBe('Bearer SECRET.BEARER.JWT');
    expect(body).toMatchObject({
      accesstoken: 'SECRET+access/token=',
      consignmentno: '',
      shipperinfo: {
        tcsaccount: '04011K1',
        shippername: 'Demo Store',
        address1: '12-B Main Boulevard, Gulberg III',
        countrycode: 'PK',
        countryname: 'Pakistan',
        cityname: 'LAHORE',
        mobile: '03007654321',
      },
      consigneeinfo: {
        firstname: 'Ayesha Khan',
        middlename: '',
        lastname: '',
        address1: 'House 12, Street 4, Gulberg III',
        citycode: 'LHE',
        cityname: 'LAHORE',
        email: 'ayesha@example.com',
        mobile: '03001234567',
      },
      shipmentinfo: {
        costcentercode: '001 - LHR',
        referenceno: 'CD1043-K7Q2MX',
        contentdesc: '#1043: 2 x Lawn suit (blue)',
        servicecode: 'O',
        shipmentdate: '02/02/2026 15:00:00',
        currency: 'PKR',
        codamount: 1500,
        weightinkg: 2,
        pieces: 2,
        fragile: false,
        remarks: 'Phone 2: 03217654321. Phone 3: 03331112223. Call before delivery',
      },
    });
    expect(body.consigneeinfo).not.toHaveProperty('lat');
  });

  test('booking/create spreads a long name and address over their fields before cutting', async () => {
    const body = await sent({
      consignee: {
        ...consignee,
        name: 'Muhammad Abdul Rehman Siddiqui Al Hashmi son of Ghulam Murtaza',
        address: `${'House 12, Street 4, Block C, '.repeat(5)}near the water tank`,
      },
    });
    const { firstname, lastname, address1, address2, address3 } = body.consigneeinfo;
    expect(`${firstname} ${lastname}`).toBe('Muhammad Abdul Rehman Siddiqui Al Hashmi son of Ghulam Murtaza');
    expect(firstname.length).toBeLessThanOrEqual(50);
    expect(address1.length).toBeLessThanOrEqual(120);
    expect(`${address1} ${address2} ${address3}`.trim()).toMatch(/near the water tank$/);
  });

  test('booking/create carries what fits nowhere into the remarks', async () => {
    const body = await sent({ consignee: { ...consignee, address: `${'Mohalla '.repeat(60)}END` } });
    expect(body.consigneeinfo.address3).toMatch(/\.\.\.$/);
    expect(body.shipmentinfo.remarks).toContain('Address: ...');
    expect(body.shipmentinfo.remarks.length).toBeLessThanOrEqual(500);
  });

  test('booking/create lengthens texts that are shorter than TCS takes', async () => {
    const body = await sent({ consignee: { ...consignee, name: 'Al', address: 'H1' }, products: '', orderNames: [] });
    expect(body.consigneeinfo).toMatchObject({ firstname: 'Customer Al', address1: 'Address H1' });
    expect(body.shipmentinfo.contentdesc).toBe('Goods');
  });

  test('booking/create lengthens a shipper’s name as it does a consignee’s', async () => {
    server.answer({ ...tcsTokens, '/booking/create': { json: { consignmentNo: '99210301520', message: 'success' } } });
    const fields = { ...tcsScript.fields, shipper_name: 'Zm' };
    await courier.book({ cacheKey: 'short name', fields }, aBooking(city), call);
    expect(server.received.at(-1)?.json).toMatchObject({ shipperinfo: { shippername: 'Shipper Zm' } });
  });
});

describe('tracking', () => {
  const track = async (reply: object) => {
    server.answer({ ...tcsTokens, GetDynamicTrackDetail: { json: reply } });
    const [one] = await courier.track(account(), ['779412326902'], call);
    return one;
  };
  const consignmentno = '779412326902';
  const checkpoint = (datetime: string, status: string, recievedby = 'LAHORE') => ({
    consignmentno,
    datetime,
    status,
    recievedby,
  });
  const attempt = (datetime: string, status: string, code: string, recievedby: string | null = null) => ({
    consignmentno,
    station: 'BAGH',
    datetime,
    status,
    code,
    recievedby,
  });

  test('the example of the guide is delivered, its events in order', async () => {
    const one = await track({
      shipmentinfo: [{ consignmentno: '779412326902', bookingdate: 'Oct 14, 2024', referenceno: 'NA' }],
      deliveryinfo: [
        attempt('Thursday Oct 17, 2024 12:58', 'Delivered', 'OK', 'IMROOZ'),
        attempt('Wednesday Oct 16, 2024 11:58', 'Awaiting Receiver Collection', 'SC'),
      ],
      checkpoints: [
        checkpoint('Thursday Oct 17, 2024 12:58', 'Shipment Delivered', 'IMROOZ'),
        checkpoint('Monday    Oct 14, 2024 23:19', 'Arrived at TCS Facility'),
      ],
      shipmentsummary: 'Current Status: DELIVERED\nDelivered On: Thursday  Oct 17, 2024 12:58\nSigned By:  Imrooz',
      message: 'SUCCESS',
    });
    expect(one).toMatchObject({
      found: true,
      statusText: 'Delivered',
      status: { status: 'DELIVERED', final: true },
      bookedAt: new Date('2024-10-14T18:59:59Z'),
      events: [
        { at: new Date('2024-10-14T18:19:00Z'), text: 'Arrived at TCS Facility', location: 'LAHORE', detail: '' },
        { at: new Date('2024-10-16T06:58:00Z'), text: 'Awaiting Receiver Collection', code: 'SC', location: 'BAGH' },
        { at: new Date('2024-10-17T07:58:00Z'), text: 'Delivered', code: 'OK', detail: 'IMROOZ' },
      ],
    });
    expect(one).not.toHaveProperty('reference');
  });

  test('no data says nothing, neither booked nor cancelled', async () => {
    const one = await track({
      shipmentinfo: null,
      deliveryinfo: null,
      checkpoints: null,
      shipmentsummary: 'No Data Found/Invalid CN',
      message: 'FAIL',
    });
    expect(one).toEqual({ trackingNumber: '779412326902', found: false });
  });

  test.each([
    [403, 'Forbidden', 'unauthorised'],
    [404, 'No route matched', 'unavailable'],
  ])('an HTTP error %i of tracking is not taken for no data', async (status, message, kind) => {
    server.answer({ ...tcsTokens, GetDynamicTrackDetail: { status, json: { message } } });
    expect((await failureOf(courier.track(account(), [consignmentno], call))).kind).toBe(kind);
  });

  test('a number without scans is known from the account’s payments, cancelled or not', async () => {
    const noData = { shipmentinfo: null, deliveryinfo: null, checkpoints: null, message: 'FAIL' };
    const trackWith = async (status: string) => {
      const row = { 'cn by courier': '7794', 'order no': 'CD1', 'cn status': status, 'booking date': '02/02/2026' };
      server.answer({
        ...tcsTokens,
        GetDynamicTrackDetail: { json: noData },
        'Payment/status': { json: { detail: [row], message: 'SUCCESS', status: 'true' } },
      });
      return (await courier.track(account(), ['7794'], call))[0];
    };
    expect(await trackWith('BOOKED')).toMatchObject({ found: true, reference: 'CD1', status: { status: 'FULFILLED' } });
    expect(await trackWith('CANCELLED')).toMatchObject({ found: true, status: { status: 'CANCELLED', final: true } });
    expect(await trackWith('RO')).toMatchObject({ found: true, status: { status: 'RTS', final: false } });
  });

  test('a parcel with scans is tracked with the bearer alone', async () => {
    server.answer({
      ...tcsTokens,
      '/ecom/api/authentication/token': { json: { message: 'Invalid user or password' } },
      GetDynamicTrackDetail: {
        json: { checkpoints: [checkpoint('Thursday Oct 17, 2024 12:58', 'Arrived at TCS Facility')] },
      },
    });
    const [one] = await courier.track(account(), [consignmentno], call);
    expect(one).toMatchObject({ found: true, status: { status: 'INPROCESS' } });
    expect(server.received.map(({ path }) => path)).not.toContain('/ecom/api/authentication/token');
  });

  test('a number without scans is not certainly unknown while TCS refuses the access token, and a return stays open', async () => {
    const trackWith = async (scans: object) => {
      server.answer({
        ...tcsTokens,
        '/ecom/api/authentication/token': { json: { message: 'Invalid user or password' } },
        GetDynamicTrackDetail: { json: scans },
      });
      const refused: string[] = [];
      const onRefused = ({ courierWords }: CourierError) => void refused.push(courierWords);
      const [one] = await courier.track(account(), [consignmentno], { ...call, onRefused });
      expect(refused).toEqual(['Invalid user or password']);
      return one;
    };
    expect(await trackWith({ checkpoints: null, message: 'FAIL' })).toMatchObject({ found: false, unsure: true });
    const returning = { checkpoints: [checkpoint('Thursday Oct 17, 2024 12:58', 'Shipment Returned To Origin')] };
    expect(await trackWith(returning)).toMatchObject({ found: true, status: { status: 'RTS', final: false } });
  });

  test.each([
    ['do not answer', { status: 502, text: 'gateway' }, true],
    ['fail', { json: { detail: null, message: 'An error has occurred.' } }, true],
    ['refuse a new token', { json: { code: 'UnAuthorized', message: 'Invalid access token', status: 401 } }, true],
    ['do not know it', { json: { detail: null, message: 'Invalid CN', status: 'true' } }, undefined],
    ['are not offered to the account', { status: 404, text: 'not found' }, undefined],
  ])('whether a number without scans is unknown when the payments %s', async (_what, payments, unsure) => {
    server.answer({
      ...tcsTokens,
      GetDynamicTrackDetail: { json: { checkpoints: null, message: 'FAIL' } },
      'Payment/status': payments,
    });
    expect(await courier.track(account(), [consignmentno], call)).toEqual([
      { trackingNumber: consignmentno, found: false, ...(unsure && { unsure }) },
    ]);
  });

  test('the most telling one of scans in one minute counts', async () => {
    const minute = 'Thursday Oct 17, 2024 12:58';
    const one = await track({
      checkpoints: [
        checkpoint(minute, 'Arrived at TCS Facility'),
        checkpoint(minute, 'Shipment Returned To Origin'),
        checkpoint(minute, 'Recipient Refused'),
      ],
      message: 'SUCCESS',
    });
    expect(one).toMatchObject({ statusText: 'Shipment Returned To Origin', status: { status: 'RTS', final: false } });
    expect(one?.found && one.events.map((event) => event.text)).toEqual([
      'Recipient Refused',
      'Shipment Returned To Origin',
      'Arrived at TCS Facility',
    ]);
  });

  test('a return ends with a payment record that shows it closed, not before', async () => {
    const trackWith = async (payments: object) => {
      server.answer({
        ...tcsTokens,
        GetDynamicTrackDetail: {
          json: { checkpoints: [checkpoint('Thursday Oct 17, 2024 12:58', 'Shipment Returned To Origin')] },
        },
        'Payment/status': payments,
      });
      const [one] = await courier.track(account(), [consignmentno], call);
      return one?.found ? one.status?.final : undefined;
    };
    const row = { 'cn by courier': consignmentno, 'cn status': 'RO', 'payment status': 'N' };
    const payments = (...detail: object[]) => ({ json: { detail, message: 'SUCCESS', status: 'true' } });
    expect(await trackWith(payments(row))).toBe(false);
    expect(await trackWith(payments({ ...row, 'payment status': 'Y' }))).toBe(true);
    expect(await trackWith(payments({ ...row, 'cn status': 'RS' }))).toBe(true);
    expect(await trackWith(payments({ ...row, 'cn by courier': '7794', 'payment status': 'Y' }))).toBe(false);
    expect(await trackWith(payments({ ...row, 'cn status': 'OK', 'payment status': 'Y' }))).toBe(false);
    expect(await trackWith({ status: 502, text: 'gateway' })).toBe(false);
  });

  test('facility scans on the way back stay a return', async () => {
    const one = await track({
      checkpoints: [
        checkpoint('Friday Oct 18, 2024 09:00', 'Departed from BAGH'),
        checkpoint('Thursday Oct 17, 2024 12:58', 'Return To Origin'),
      ],
      message: 'SUCCESS',
    });
    expect(one).toMatchObject({ statusText: 'Departed from BAGH', status: { status: 'RTS', final: false } });
  });

  test('OK without the word is not delivered, nor is the word without OK', async () => {
    const odd = await track({ deliveryinfo: [attempt('Thursday Oct 17, 2024 12:58', 'Handed over', 'OK')] });
    expect(odd).toMatchObject({ statusText: 'Handed over', status: undefined });
    const unconfirmed = await track({ checkpoints: [checkpoint('Thursday Oct 17, 2024 12:58', 'Shipment Delivered')] });
    expect(unconfirmed).toMatchObject({ statusText: 'Shipment Delivered', status: undefined });
  });

  test.each(['Delivered to receiver', 'SHIPMENT DELIVERED AT RECEPTION', 'Successfully Delivered - IMROOZ'])(
    'the code OK with the words "%s" is delivered',
    async (words) => {
      const one = await track({
        deliveryinfo: [attempt('Thursday Oct 17, 2024 12:58', words, 'OK')],
        checkpoints: [checkpoint('Thursday Oct 17, 2024 12:58', 'Shipment Delivered')],
      });
      expect(one).toMatchObject({ statusText: words, status: { status: 'DELIVERED', final: true } });
      expect(courier.meaningOf(words, 'OK')).toMatchObject({ status: 'DELIVERED' });
      expect(courier.inPlainWords(words, 'OK')?.en).toBe('Delivered');
    },
  );

  test.each([
    ['Delivered to receiver', ''],
    ['Delivered to receiver', 'CN'],
    ['Undelivered', 'OK'],
    ['Un-delivered', 'OK'],
    ['Not Delivered', 'OK'],
    ['Shipment could not be delivered', 'OK'],
    ['Wasn’t delivered', 'OK'],
    ['To be delivered tomorrow', 'OK'],
    ['Delivery attempt', 'OK'],
    ['Refused when delivered', 'OK'],
    ['Delivered back to origin', 'OK'],
    ['Delivered to shipper', 'OK'],
    ['Return Delivered', 'OK'],
  ])('the words "%s" with the code "%s" are unknown', async (words, code) => {
    const one = await track({ deliveryinfo: [attempt('Thursday Oct 17, 2024 12:58', words, code)] });
    expect(one).toMatchObject({ statusText: words, unknownWords: words, status: undefined });
  });

  test('scans of another number among its own are left out, and so is the summary', async () => {
    const one = await track({
      shipmentinfo: [{ consignmentno, bookingdate: 'Oct 14, 2024', referenceno: 'NA' }],
      deliveryinfo: [
        { ...attempt('Thursday Oct 17, 2024 12:58', 'Delivered', 'OK', 'IMROOZ'), consignmentno: '779412326903' },
      ],
      checkpoints: [checkpoint('Monday Oct 14, 2024 23:19', 'Arrived at TCS Facility')],
      shipmentsummary: 'Current Status: DELIVERED',
      message: 'SUCCESS',
    });
    expect(one).toMatchObject({ statusText: 'Arrived at TCS Facility', status: { status: 'INPROCESS' } });
  });

  test('a booked parcel is known from the summary, with the expected day', async () => {
    const one = await track({
      shipmentinfo: [{ consignmentno, bookingdate: 'Dec 05, 2025', referenceno: 'CD1' }],
      shipmentsummary: 'Current Status: BOOKED\nExpected Delivery Date : 06-DEC-25 between 9 AM to 6 PM',
      message: 'SUCCESS',
    });
    expect(one).toMatchObject({
      status: { status: 'FULFILLED' },
      reference: 'CD1',
      expectedAt: new Date('2025-12-06T13:00:00Z'),
      events: [],
    });
  });
});

describe('look-up', () => {
  const find = () => courier.findByReference(account(), { reference: 'CD1', claimedAt: now }, call);
  const row = (reference: string) => ({ 'cn by courier': '7794', 'order no': reference, 'cn status': 'Booked' });

  test('look-up goes to the payments when the account’s own list is empty or not offered', async () => {
    for (const first of [{ json: { detail: null, message: 'No Data Found' } }, { status: 404, text: 'not here' }]) {
      server.answer({
        ...tcsTokens,
        cnbulkinquiry: first,
        'Payment/detail': { json: { detail: [row('CD1')], message: 'SUCCESS' } },
      });
      expect(await find()).toMatchObject([{ trackingNumber: '7794', reference: 'CD1', cancelled: false }]);
    }
    expect(server.received.at(-1)?.query).toMatchObject({
      customerno: '04011K1',
      fromdate: '2026-02-01',
      todate: '2026-02-03',
    });
  });

  test('lists and payments are asked with the customer number of the account, where TCS gave it one', async () => {
    server.answer({ ...tcsTokens, ...tcsScript.notFound, GetDynamicTrackDetail: { json: { message: 'FAIL' } } });
    const known = account({ customer_no: 'C0400117' });
    await courier.findByReference(known, { reference: 'CD1', claimedAt: now }, call);
    await courier.track(known, ['7794'], call);
    const customers = server.received.flatMap(({ query }) => query['customerno'] ?? []);
    expect(customers).toEqual(['C0400117', 'C0400117', 'C0400117']);
    await courier.book(known, aBooking(city), call).catch(() => undefined);
    expect(server.received.at(-1)?.json).toMatchObject({ shipperinfo: { tcsaccount: '04011K1' } });
  });

  test('look-up reads other spellings of the keys', async () => {
    server.answer({
      ...tcsTokens,
      cnbulkinquiry: {
        json: { detail: [{ ConsignmentNo: 7794, ReferenceNo: 'CD1', CODAmount: '1,500' }], message: 'SUCCESS' },
      },
    });
    expect(await find()).toMatchObject([{ trackingNumber: '7794', cod: 1500 }]);
  });
});

const label = () => courier.label(account(), { trackingNumber: '7794' }, call);
const pdf = '%PDF-1.7 label';

test('the label is PDF bytes, or within JSON as base64 or as an address of TCS', async () => {
  server.answer({ ...tcsTokens, 'print/label': { pdf } });
  expect(Buffer.from((await label()) ?? []).toString()).toBe(pdf);
  server.answer({
    ...tcsTokens,
    'print/label': { json: { message: 'SUCCESS', data: Buffer.from(pdf).toString('base64') } },
  });
  expect(Buffer.from((await label()) ?? []).toString()).toBe(pdf);
  server.answer({
    ...tcsTokens,
    'print/label': { json: { message: 'SUCCESS', url: `${server.url}/files/7794.pdf` } },
    '/files/7794.pdf': { pdf },
  });
  expect(Buffer.from((await label()) ?? []).toString()).toBe(pdf);
});

test('the label of an unknown number is none', async () => {
  server.answer({ ...tcsTokens, 'print/label': { json: { message: 'CN not found', url: '', traceid: 't' } } });
  expect(await label()).toBeUndefined();
});

test('towns that share a code are distinguished', async () => {
  server.answer({ ...tcsTokens, citylistbycountry: tcsScript.cities });
  const cities = await courier.cities(account(), call);
  expect(cities).toEqual([
    { id: 'LHE LAHORE', name: 'LAHORE' },
    { id: 'TAL TALL', name: 'TALL' },
    { id: 'TAL TALAGANG', name: 'TALAGANG' },
  ]);
});

test('a cost centre that the account does not have is pointed out', async () => {
  server.answer({
    ...tcsTokens,
    costcenterinquiry: { json: { detail: [{ costcentercode: '002' }], message: 'success' } },
  });
  expect((await courier.verify(account(), call)).message).toContain('no cost centre 001 - LHR');
});

test('an account number that TCS does not know is refused in its words', async () => {
  server.answer({ ...tcsTokens, costcenterinquiry: { json: { detail: null, message: 'No Cost Center found.' } } });
  expect(await failureOf(courier.verify(account(), call))).toMatchObject({
    kind: 'rejected',
    courierWords: 'No Cost Center found.',
  });
});
