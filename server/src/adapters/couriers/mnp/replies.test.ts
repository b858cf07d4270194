import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBooking, failureOf, now } from '../courier-script.testing.ts';
import type { Courier, CourierBooking, CourierCall } from '../courier.ts';
import { createCourierHttp } from '../http.ts';
import { startScriptedCourier, type ScriptedCourier } from '../scripted-courier.testing.ts';
import { createMnp } from './adapter.ts';
import { mnpScript } from './script.testing.ts';

let server: ScriptedCourier;
let courier: Courier;
const call: CourierCall = { http: createCourierHttp(), now: () => now };
const account = { cacheKey: 'one', fields: mnpScript.fields };
const city = { id: 'BAIJI CHOWK ', name: 'BAIJI CHOWK' };

beforeAll(async () => {
  server = await startScriptedCourier();
  courier = createMnp({ baseUrl: `${server.url}/api`, trackingUrl: `${server.url}/tracking` });
});
afterAll(() => server.close());

describe('InsertBookingData', () => {
  const sent = async (changes: Partial<CourierBooking> = {}) => {
    server.answer({
      InsertBookingData: {
        json: [{ isSuccess: 'true', message: 'Order saved successfully!', orderReferenceId: '5447' }],
      },
    });
    await courier.book(account, aBooking(city, changes), call);
    return Object(server.received[0]?.json);
  };
  const { consignee } = aBooking(city);

  test('InsertBookingData sends every key, kilograms, and the listed spelling of the city', async () => {
    expect(await sent()).toEqual({
      username: 'demo_store',
      password: 'SECRET-PASS',
      consigneeName: 'Ayesha Khan',
      consigneeAddress: 'House 12, Street 4, Gulberg III',
      consigneeMobNo: '03001234567',
      consigneeEmail: 'ayesha@example.com',
      destinationCityName: 'BAIJI CHOWK ',
      pieces: 2,
      weight: 2,
      codAmount: 1500,
      custRefNo: 'CD1043-K7Q2MX',
      productDetails: '#1043: 2 x Lawn suit (blue)',
      fragile: 'No',
      service: 'Overnight',
      remarks: 'Phone 2: 03217654321. Phone 3: 03331112223. Call before delivery',
      insuranceValue: '0',
      locationID: '88',
      AccountNo: '4T154',
      InsertType: 19,
      ReturnLocation: 88,
      subAccountId: 6,
    });
  });

  test('a booking sends no e-mail that does not fit its field, and none in the remarks, which are on the label', async () => {
    expect(await sent({ consignee: { ...consignee, email: '' } })).toMatchObject({ consigneeEmail: '' });
    const email = `${'a'.repeat(45)}@example.com`;
    const body = await sent({ consignee: { ...consignee, email } });
    expect(body.consigneeEmail).toBe('');
    expect(body.remarks).not.toContain('@');
  });

  test('InsertBookingData leaves out apostrophes, accents and signs that M&P cannot take', async () => {
    const body = await sent({
      consignee: { ...consignee, name: 'Zoë O’Brien', address: "Ali's house – 2nd floor, ماڈل ٹاؤن Model Town" },
      products: '1 × Kurta “blue”',
    });
    expect(body.consigneeName).toBe('Zoe OBrien');
    expect(body.consigneeAddress).toBe('Alis house - 2nd floor, Model Town');
    expect(body.productDetails).toBe('#1043: 1 x Kurta "blue"');
    expect(body.remarks).toContain('non-Latin letters were removed');
  });

  test('InsertBookingData refuses, without a call, an address without any letter that M&P can take', async () => {
    server.answer({});
    const booking = aBooking(city, { consignee: { ...consignee, address: 'ماڈل ٹاؤن لاہور' } });
    const error = await failureOf(courier.book(account, booking, call));
    expect(error).toMatchObject({ kind: 'rejected', message: expect.stringContaining('Latin letters') });
    expect(server.received).toEqual([]);
  });

  test('InsertBookingData cuts visibly, and goes on in the remarks', async () => {
    const body = await sent({
      consignee: { ...consignee, address: `${'Street '.repeat(30)}near the water tank` },
      products: '2 x Lawn suit three piece embroidered with chiffon dupatta',
      remarks: '',
    });
    expect(body.consigneeAddress.length).toBeLessThanOrEqual(200);
    expect(body.consigneeAddress).toMatch(/\.\.\.$/);
    expect(body.productDetails.length).toBeLessThanOrEqual(50);
    expect(body.remarks).toContain('near the water tank');
    expect(body.remarks).toContain('chiffon dupatta');
    expect(body.remarks.length).toBeLessThanOrEqual(200);
  });
});

test('cities come from both lists, each once, in the spelling M&P wants back', async () => {
  server.answer({
    '/Branches/Get_Cities_All': { json: [{ City: ['Lahore', 'BAIJI CHOWK', 'bannu '] }] },
    '/Branches/Get_Cities': { json: [{ City: ['LAHORE ', 'BAIJI CHOWK '] }] },
  });
  expect(await courier.cities(account, call)).toEqual([
    { id: 'LAHORE ', name: 'LAHORE' },
    { id: 'BAIJI CHOWK ', name: 'BAIJI CHOWK' },
    { id: 'bannu ', name: 'bannu' },
  ]);
  expect(server.received[0]?.query).toEqual({ username: 'demo_store', password: 'SECRET-PASS', AccountNo: '4T154' });
});

test.each([
  ['Invalid username or password', 'unauthorised'],
  ['Authentication failed', 'unauthorised'],
  ['Object reference not set to an instance of an object.', 'unavailable'],
  [
    'A network-related error occurred. The server was not found. Verify that the instance name is correct.',
    'unavailable',
  ],
])('%j as the only city is no city', async (words, kind) => {
  server.answer({ '/Branches/Get_Cities': { json: [{ City: [words] }] } });
  expect(await failureOf(courier.cities(account, call))).toMatchObject({ kind, courierWords: words });
});

test('cities may be a single one', async () => {
  server.answer({ '/Branches/Get_Cities': { json: [{ City: ['KARACHI'] }] } });
  expect(await courier.cities(account, call)).toEqual([{ id: 'KARACHI', name: 'KARACHI' }]);
});

test('the list of cities is stored although one name has a NUL', async () => {
  server.answer({ '/Branches/Get_Cities': { json: [{ City: ['KARACHI\0 '] }] } });
  expect(await courier.cities(account, call)).toEqual([{ id: 'KARACHI\ufffd ', name: 'KARACHI\ufffd' }]);
});

test('locations and sub accounts are offered for the fields of the account', async () => {
  server.answer({
    '/Locations/Get_locations': {
      json: {
        isSucces: true,
        message: 'Success',
        locationList: [
          { locationID: 88, locationName: 'Shop', locationAddress: 'Mall Road' },
          { locationID: 89, locationName: 'Store', locationAddress: null },
        ],
      },
    },
    '/Locations/GetSubAccountLocations': {
      json: {
        isSucces: true,
        message: 'Success',
        locationList: [
          { locationID: 88, locationName: 'Shop', locationAddress: 'Mall Road' },
          { locationID: 91, locationName: 'Depot', locationAddress: 'Ring Road' },
        ],
      },
    },
    '/UserManagement/GetSubAccounts': {
      json: {
        isSucces: true,
        message: 'Success',
        locationList: [{ subAccountId: 6, shipperName: 'Demo', shipperAddress: '' }],
      },
    },
  });
  const locations = [
    { value: '88', label: 'Shop, Mall Road' },
    { value: '89', label: 'Store' },
  ];
  const withoutSubAccount = { ...account, fields: { ...account.fields, sub_account_id: '' } };
  expect(await courier.choices(withoutSubAccount, call)).toEqual({
    location_id: locations,
    return_location: locations,
    sub_account_id: [{ value: '6', label: 'Demo' }],
  });
  const withSubAccount = { ...account, fields: { ...account.fields, sub_account_id: '6' } };
  const all = [...locations, { value: '91', label: 'Depot, Ring Road' }];
  expect(await courier.choices(withSubAccount, call)).toMatchObject({ location_id: all, return_location: all });
});

const cn = (...scans: readonly [string, string, string][]) => ({
  ConsignmentNumber: '5447',
  OrderId: 'CD1043-K7Q2MX',
  BookingDate: '20 Feb 2025',
  CODAmount: '1500',
  ContactNo: '3001234567',
  CNTrackingDetail: scans.map(([TransactionTime, TrackingStatus, TrackingTagID]) => ({
    TransactionTime,
    TrackingStatus,
    TrackingTagID,
    Location: 'LAHORE',
    Event: null,
    TrackingNarration: 'On its way. ',
  })),
});
const tracked = (...details: readonly object[]) => ({ json: [{ isSuccess: 'true', tracking_Details: details }] });

test('tracking reads month before day, and takes the newest scan at any place in the list', async () => {
  server.answer({
    Bulk_Consignment_Tracking_New: tracked(
      cn(
        ['02/21/2025 09:00:00', 'Arrived at OPS Facility', '3'],
        ['02/22/2025 10:15:00', 'Delivered', '9'],
        ['02/20/2025 11:49:14', 'Booked', '1'],
      ),
    ),
  });
  const [one] = await courier.track(account, ['5447'], call);
  expect(one).toMatchObject({
    statusText: 'Delivered',
    status: { status: 'DELIVERED', final: true },
    reference: 'CD1043-K7Q2MX',
    cod: 1500,
    phone: '03001234567',
    bookedAt: new Date('2025-02-20T18:59:59Z'),
  });
  expect(one?.found && one.events[0]).toEqual({
    at: new Date('2025-02-20T06:49:14Z'),
    text: 'Booked',
    code: '1',
    location: 'LAHORE',
    detail: 'On its way.',
  });
});

test('the higher tag of two scans in one second is the later', async () => {
  server.answer({
    Bulk_Consignment_Tracking_New: tracked(
      cn(['02/22/2025 10:15:00', 'Delivered', '10'], ['02/22/2025 10:15:00', 'Out for Delivery', '9']),
    ),
  });
  expect(await courier.track(account, ['5447'], call)).toMatchObject([{ statusText: 'Delivered' }]);
});

test('tracking sends up to 200 numbers in one call, with the casing of that call', async () => {
  server.answer({ Bulk_Consignment_Tracking_New: tracked(cn()) });
  await courier.track(account, ['5447', '5448'], call);
  expect(server.received[0]?.json).toEqual({
    Username: 'demo_store',
    Password: 'SECRET-PASS',
    AccountNo: '4T154',
    Consignments: ['5447', '5448'],
  });
});

test('a single number that the account does not show is asked of the public tracking', async () => {
  server.answer({
    Bulk_Consignment_Tracking_New: tracked(),
    '/tracking/CNTracking': tracked(cn(['02/20/2025 11:49:14', 'Booked', '1'])),
  });
  expect(await courier.track(account, ['5447'], call)).toMatchObject([{ found: true, statusText: 'Booked' }]);
  expect(server.received[1]?.query).toEqual({ consignment: '5447', id: '4' });
});

test('numbers of a list that the account does not show are asked of the public tracking, at most 20 for each list', async () => {
  const numbers = ['5400', ...Array.from({ length: 21 }, (_, place) => `${5447 + place}`)];
  server.answer({
    Bulk_Consignment_Tracking_New: tracked({
      ...cn(['02/20/2025 11:49:14', 'Booked', '1']),
      ConsignmentNumber: '5400',
    }),
    '/tracking/CNTracking': [
      tracked(cn(['02/20/2025 11:49:14', 'Delivered', '9'])),
      { json: [{ isSuccess: 'false', message: 'Consignment not found' }] },
    ],
  });
  const found = await courier.track(account, numbers, call);
  expect(found.slice(0, 3)).toMatchObject([
    { found: true },
    { found: true, statusText: 'Delivered' },
    { found: false },
  ]);
  expect(found.filter((one) => !one.found && one.unsure)).toEqual([
    { trackingNumber: '5467', found: false, unsure: true },
  ]);
});

test('while the public tracking does not answer, a number that the account does not show is not certainly unknown', async () => {
  server.answer({
    Bulk_Consignment_Tracking_New: tracked(cn(['02/20/2025 11:49:14', 'Booked', '1'])),
    '/tracking/CNTracking': { status: 502, text: 'gateway' },
  });
  expect(await courier.track(account, ['5447', '5448'], call)).toMatchObject([{ found: true }, { unsure: true }]);
  expect(await failureOf(courier.track(account, ['5448'], call))).toMatchObject({ kind: 'unavailable' });
});

test('the public tracking of another number says nothing', async () => {
  server.answer({
    Bulk_Consignment_Tracking_New: tracked(),
    '/tracking/CNTracking': tracked(cn(['02/20/2025 11:49:14', 'Delivered', '9'])),
  });
  expect(await courier.track(account, ['5448'], call)).toEqual([{ trackingNumber: '5448', found: false }]);
});

test('a voided number is cancelled, not by M&P', async () => {
  server.answer({
    Bulk_Consignment_Tracking_New: tracked(
      cn(['02/20/2025 11:49:14', 'Booked', '1'], ['02/21/2025 08:00:00', 'Void', '2']),
    ),
  });
  const [one] = await courier.track(account, ['5447'], call);
  expect(one?.found && one.status).toEqual({ status: 'CANCELLED', final: true });
});

test('a look-up sends the casing of the reports', async () => {
  server.answer({ CN_Detail_Customer_Order_No: { json: [{ isSuccess: true, message: 'Success', Details: [] }] } });
  await courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
  expect(server.received[0]?.json).toEqual({
    UserName: 'demo_store',
    Password: 'SECRET-PASS',
    CustomerOrderRef: 'CD1',
    AccountNumber: '4T154',
  });
});

test('a look-up that is refused in words we do not know is no empty answer', async () => {
  const refused = { json: [{ isSuccess: 'false', message: 'Report is limited to one client', Details: [] }] };
  server.answer({ CN_Detail_Customer_Order_No: refused });
  const lookUp = courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
  expect((await failureOf(lookUp)).courierWords).toBe('Report is limited to one client');
});

test.each([
  ['without a list', {}],
  ['with rows of another format', { Details: [{ consignmentNumber: '5447', orderRefNo: 'CD1' }] }],
  ['with our reference and no number', { Details: [{ cn: '5447', CustomerOrderNo: 'CD1' }] }],
])('a success of a look-up %s does not prove that nothing was booked', async (_what, reply) => {
  server.answer({ CN_Detail_Customer_Order_No: { json: [{ isSuccess: true, message: 'Success', ...reply }] } });
  const lookUp = courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
  expect((await failureOf(lookUp)).kind).toBe('unavailable');
});

test.each([400, 404])('HTTP %i of the framework that M&P runs in is no answer about a parcel', async (status) => {
  const wrongPath = { status, json: { Message: 'No HTTP resource was found that matches the request URI.' } };
  server.answer({ CN_Detail_Customer_Order_No: wrongPath, Bulk_Consignment_Tracking_New: wrongPath });
  const lookUp = courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
  expect(await failureOf(lookUp)).toMatchObject({ kind: 'unavailable', courierWords: wrongPath.json.Message });
  expect((await failureOf(courier.track(account, ['5447', '5448'], call))).kind).toBe('unavailable');
});
