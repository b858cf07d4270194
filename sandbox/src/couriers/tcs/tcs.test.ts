import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { advanceParcels } from '../parcels/advance-parcels.ts';
import { courierJournal } from '../parcels/courier-journal.ts';
import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';
import { fieldsOf, text } from '../http/fields.ts';
import type { CourierTestServer } from '../../testing/courier-test-server.ts';
import { jsonOf, rowsOf, startCourierTestServer } from '../../testing/courier-test-server.ts';
import { issueBearer } from './tokens.ts';

const [main, withBearer] = demoCourierAccounts.TCS;

let sandbox: CourierTestServer;
let bearer: string;
let access: string;
beforeEach(async () => {
  sandbox = await startCourierTestServer();
  bearer = await gatewayToken();
  access = await accessToken(bearer, main);
});
afterEach(() => sandbox.close());

async function gatewayToken(): Promise<string> {
  const query = new URLSearchParams({ clientid: main.client_id, clientsecret: main.client_secret });
  const answer = await jsonOf(fetch(`${sandbox.url}/tcs/auth/api/auth?${query.toString()}`));
  expect(answer).toMatchObject({ status: true, code: '0200' });
  return text(fieldsOf(answer.result), 'accessToken');
}

async function accessToken(token: string, user: { username: string; api_password: string }): Promise<string> {
  const query = { username: user.username, password: user.api_password };
  return text(await jsonOf(get('/ecom/api/authentication/token', query, token)), 'accesstoken');
}

const get = (path: string, query: Record<string, string>, token: string = bearer) =>
  fetch(`${sandbox.url}/tcs${path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
const post = (path: string, body: object, token: string = bearer) =>
  fetch(`${sandbox.url}/tcs${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

type Changes = {
  shipperinfo?: object;
  consigneeinfo?: object;
  shipmentinfo?: object;
};

const booking = (changes: Changes = {}) => ({
  accesstoken: access,
  consignmentno: '',
  shipperinfo: {
    tcsaccount: main.tcs_account_id,
    shippername: main.shipper_name,
    address1: main.shipper_address,
    countrycode: 'PK',
    countryname: 'Pakistan',
    citycode: 'LHE',
    cityname: 'LAHORE',
    mobile: main.shipper_mobile,
    ...changes.shipperinfo,
  },
  consigneeinfo: {
    firstname: 'Ali Raza',
    middlename: '',
    address1: 'House 1, Street 2',
    countrycode: 'PK',
    countryname: 'Pakistan',
    cityname: 'KARACHI',
    mobile: '03001234567',
    ...changes.consigneeinfo,
  },
  shipmentinfo: {
    costcentercode: main.cost_center_code,
    referenceno: 'CD1043-ABCDEF',
    contentdesc: '2 x Shirt',
    servicecode: 'O',
    shipmentdate: '20-11-2026',
    currency: 'PKR',
    codamount: 1500,
    weightinkg: 0.5,
    pieces: 1,
    fragile: false,
    ...changes.shipmentinfo,
  },
});

async function book(changes: Changes = {}): Promise<string> {
  const answer = await jsonOf(post('/ecom/api/booking/create', booking(changes)));
  expect(text(answer, 'message').toLowerCase()).toBe('success');
  return text(answer, 'consignmentNo');
}

const track = (number: string) => jsonOf(get('/tracking/api/Tracking/GetDynamicTrackDetail', { consignee: number }));
const today = { fromdate: '2026-11-20', todate: '2026-11-20' };
const inquire = () =>
  jsonOf(get('/ecom/api/inquiry/cnbulkinquiry', { customerno: main.tcs_account_id, ...today, accesstoken: access }));

describe('tokens', () => {
  test('a gateway token is valid for 1,000 days, by GET and by POST', async () => {
    const answer = await jsonOf(
      fetch(`${sandbox.url}/tcs/auth/api/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ClientID: main.client_id, ClientSecret: main.client_secret }),
      }),
    );
    const { expiry, userInformation } = fieldsOf(answer.result);
    expect(userInformation).toBeNull();
    expect((Date.parse(String(expiry)) - sandbox.context.now().getTime()) / 86_400_000).toBe(1000);
  });

  test('a wrong client secret fails in the body', async () => {
    const answer = await jsonOf(fetch(`${sandbox.url}/tcs/auth/api/auth?clientid=${main.client_id}&clientsecret=x`));
    expect(answer).toEqual({ result: null, status: false, code: '401' });
  });

  test('an access token is base64 with characters a query must encode, and seven digits of a second', async () => {
    expect(access).toMatch(/[+/]/);
    expect(access).toMatch(/=$/);
    const answer = await jsonOf(
      get('/ecom/api/authentication/token', { username: main.username, password: main.api_password }),
    );
    expect(answer.expiry).toMatch(/\.\d{7}Z$/);
  });

  test('a wrong user and a wrong password fail differently, neither with a token', async () => {
    const user = await jsonOf(get('/ecom/api/authentication/token', { username: 'nobody', password: 'x' }));
    expect(user).toEqual({ result: null, status: false, code: '401' });
    const password = await jsonOf(get('/ecom/api/authentication/token', { username: main.username, password: 'x' }));
    expect(password.message).toBe('Invalid username or password');
    expect(password).not.toHaveProperty('accesstoken');
  });

  test('a bearer of the other environment is a mismatch', async () => {
    const uat = issueBearer(main.client_id, 'uat', sandbox.context.now(), 'x').token;
    for (const token of [uat, 'rubbish']) {
      const response = await get('/ecom/api/setup/citylistbycountry', { countrycode: 'PK' }, token);
      expect(response.status).toBe(401);
      expect(await jsonOf(response)).toEqual({
        code: 401,
        message: 'Invalid Bearer token. Mismatch configuration.',
        status: 'UnAuthorized',
      });
    }
  });

  test('the long-lived bearer of the second account works without a client', async () => {
    const token = await accessToken(withBearer.bearer_token, withBearer);
    const query = { customerno: withBearer.tcs_account_id, accesstoken: token };
    const answer = await jsonOf(get('/ecom/api/inquiry/costcenterinquiry', query, withBearer.bearer_token));
    expect(rowsOf(answer.detail)).toMatchObject([{ costcentercode: '001' }]);
  });

  test('an access token expires after an hour, or at once on demand, and then books nothing', async () => {
    const before = access;
    await fetch(`${sandbox.url}/_control/tcs/expire-tokens`, { method: 'POST' });
    const response = await post('/ecom/api/booking/create', booking());
    expect(response.status).toBe(401);
    expect(await jsonOf(response)).toEqual({ code: 'UnAuthorized', message: 'Invalid access token', status: 401 });
    sandbox.advanceClock(1);
    access = await accessToken(bearer, main);
    expect(access).not.toBe(before);
    await book();
    sandbox.advanceClock(3_600_001);
    expect((await post('/ecom/api/booking/cancel', { accesstoken: access, consignmentNumber: '1' })).status).toBe(401);
    expect(courierJournal(sandbox.context)).toHaveLength(1);
  });

  test('a call without an access token is refused with that reason', async () => {
    const answer = await jsonOf(get('/ecom/api/print/label', { consignmentno: '1' }));
    expect(text(answer, 'message').toLowerCase()).toContain('access token is required');
  });
});

describe('set-up data', () => {
  test('cities are upper case with three letters, some rows twice and some codes shared', async () => {
    const answer = await jsonOf(get('/ecom/api/setup/citylistbycountry', { countrycode: 'PK' }));
    const cities = rowsOf(answer.data);
    expect(cities.length).toBeGreaterThan(200);
    expect(cities).toContainEqual({ citycode: 'LHE', cityname: 'LAHORE' });
    expect(cities.filter((city) => city.citycode === 'KHI')).toHaveLength(2);
    expect(cities.filter((city) => city.citycode === 'MRP').map((city) => city.cityname)).toEqual([
      'MIRPUR KHAS',
      'MIRPUR MATHELO',
    ]);
  });

  test('cost centres are the account’s, with inactive ones, and can be added once', async () => {
    const list = () =>
      jsonOf(get('/ecom/api/inquiry/costcenterinquiry', { customerno: main.tcs_account_id, accesstoken: access }));
    expect(rowsOf((await list()).detail)).toHaveLength(3);
    const centre = {
      accesstoken: access,
      costcentercityname: 'MULTAN',
      costcentercode: '9211',
      costcentername: 'Multan',
      pickupaddress: 'Shop 1',
      returnaddress: 'Shop 1',
      islabelprint: 'yes',
      accountnumber: main.tcs_account_id,
      phonenumber: '03001234567',
      email: 'a@b.pk',
    };
    expect(await jsonOf(post('/ecom/api/booking/createcostcentercode', centre))).toMatchObject({
      message: 'SUCCESS',
      costcentercode: '9211',
    });
    expect(await jsonOf(post('/ecom/api/booking/createcostcentercode', centre))).toMatchObject({
      message: 'FAILURE: Cost Center Already Exists',
      costcentercode: null,
    });
    expect(rowsOf((await list()).detail)).toHaveLength(4);
    const other = await jsonOf(get('/ecom/api/inquiry/costcenterinquiry', { customerno: 'NOPE', accesstoken: access }));
    expect(other).toMatchObject({ detail: null, message: 'No Cost Center found.' });
  });

  test('the codes of deliveries are listed', async () => {
    const answer = await jsonOf(get('/ecom/setup/deliverystatuslist', { accesstoken: access }));
    expect(rowsOf(answer.detail)).toContainEqual({ statuscode: 'DBC', description: 'Delay Beyond Our Control' });
  });
});

test('booking succeeds in both shapes, one of them without a status', async () => {
  const answers = [];
  for (let index = 0; index < 8; index += 1) answers.push(await jsonOf(post('/ecom/api/booking/create', booking())));
  for (const answer of answers) expect(answer.consignmentNo).toMatch(/^\d{11,12}$/);
  expect(answers.some((answer) => answer.status === true && answer.response === 'SUCCESS')).toBe(true);
  expect(answers.some((answer) => !('status' in answer) && answer.message === 'SUCCESS')).toBe(true);
});

test('fails field checks in both shapes', async () => {
  const shapes = new Set<string>();
  for (const referenceno of ['AAA', 'AAB', 'AAC', 'AAD', 'AAE', 'AAF']) {
    const answer = await jsonOf(
      post('/ecom/api/booking/create', booking({ shipmentinfo: { referenceno, weightinkg: 0.1 } })),
    );
    expect(JSON.stringify(answer)).toContain('Insert valid Decimal number');
    shapes.add('errorList' in answer ? 'errorList' : 'error');
  }
  expect(shapes).toEqual(new Set(['error', 'errorList']));
  expect(courierJournal(sandbox.context)).toEqual([]);
});

test.each<[string, Changes, string]>([
  ['a short name', { consigneeinfo: { firstname: 'Al' } }, 'consigneeinfo.firstname'],
  ['a phone of ten digits', { consigneeinfo: { mobile: '3001234567' } }, 'consigneeinfo.mobile'],
  ['an empty latitude', { consigneeinfo: { lat: '' } }, 'consigneeinfo.lat'],
  ['a COD above the limit', { shipmentinfo: { codamount: 250_001 } }, 'shipmentinfo.codamount'],
  ['a COD with paisa', { shipmentinfo: { codamount: 10.5 } }, 'shipmentinfo.codamount'],
  ['no pieces', { shipmentinfo: { pieces: 0 } }, 'shipmentinfo.pieces'],
  ['fragile as text', { shipmentinfo: { fragile: 'No' } }, 'shipmentinfo.fragile'],
  ['a long address', { consigneeinfo: { address1: 'x'.repeat(121) } }, 'consigneeinfo.address1'],
  [
    'a light item',
    { shipmentinfo: { skus: [{ description: 'Shirt', quantity: 1, weight: 0.1 }] } },
    'shipmentinfo.skus[0].weight',
  ],
  ['remarks of two letters', { shipmentinfo: { remarks: 'ok' } }, 'shipmentinfo.remarks'],
])('booking with %s is refused and noted', async (_what, changes, key) => {
  expect(JSON.stringify(await jsonOf(post('/ecom/api/booking/create', booking(changes))))).toContain(key);
  expect(sandbox.context.rejected.list()).toHaveLength(1);
});

test.each<[Changes, string]>([
  [{ shipmentinfo: { costcentercode: '999' } }, 'No Cost Center found.'],
  [{ shipmentinfo: { costcentercode: '003' } }, 'No Cost Center found.'],
  [{ shipperinfo: { cityname: 'Lahore' } }, 'Invalid Origin City.'],
  [{ consigneeinfo: { cityname: 'Karachi' } }, 'Invalid Destination City.'],
])('booking with %j is refused: %s', async (changes, message) => {
  expect(await jsonOf(post('/ecom/api/booking/create', booking(changes)))).toMatchObject({ message });
});

test('booking with a lost answer is listed with its reference, and booking again makes a second one', async () => {
  sandbox.context.faults.add({ target: 'tcs', operation: 'book', kind: 'lose-answer', rate: 1, times: 1 });
  await expect(post('/ecom/api/booking/create', booking())).rejects.toThrow('fetch failed');
  expect(rowsOf((await inquire()).detail)).toMatchObject([
    { 'order no': 'CD1043-ABCDEF', 'cod amount': 1500, 'booking date': '20/11/2026', 'cn status': 'BOOKED' },
  ]);
  await book();
  expect(rowsOf((await inquire()).detail)).toHaveLength(2);
});

const cancel = (number: string) =>
  jsonOf(post('/ecom/api/booking/cancel', { accesstoken: access, consignmentnumber: number }));

test('cancelling works before the first scan, and fails with one text for everything else', async () => {
  const [fresh, picked] = [await book(), await book()];
  advanceParcels(sandbox.context, { tracking_number: picked, to: 'picked' });
  expect(await cancel(fresh)).toMatchObject({ message: 'SUCCESS' });
  for (const number of [fresh, picked, '1']) expect((await cancel(number)).message).toBe('Failure: No Record Founds');
  expect(rowsOf((await inquire()).detail).map((row) => row['cn status'])).toEqual(['CANCELLED', 'IN TRANSIT']);
});

test('labels are PDF bytes, or JSON when the number is unknown', async () => {
  const label = await get('/ecom/api/print/label', {
    accesstoken: access,
    consignmentno: await book(),
    shipperdetail: 'true',
    printtype: '3',
  });
  expect(label.headers.get('content-type')).toBe('application/pdf');
  expect((await label.text()).slice(0, 4)).toBe('%PDF');
  const unknown = await jsonOf(get('/ecom/api/print/label', { accesstoken: access, consignmentno: '1' }));
  expect(unknown).toMatchObject({ message: 'CN not found', url: '' });
});

test('tracking has no data before the first scan, nor for a wrong number', async () => {
  for (const number of [await book(), '1']) {
    expect(await track(number)).toMatchObject({
      shipmentinfo: null,
      deliveryinfo: null,
      checkpoints: null,
      shipmentsummary: 'No Data Found/Invalid CN',
      message: 'FAIL',
    });
  }
});

test('tracking lists scans newest first, padded weekdays, and outcomes with codes', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'in_transit' });
  const moving = await track(number);
  expect(moving.deliveryinfo).toBeNull();
  expect(moving.shipmentsummary).toContain('Expected Delivery Date : 22-NOV-26 between 9 AM to 6 PM');
  sandbox.advanceClock(86_400_000);
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  const answer = await track(number);
  expect(rowsOf(answer.checkpoints).map((row) => row.status)).toEqual([
    'Shipment Delivered',
    'Out For Delivery',
    'Arrived at TCS Facility',
    'Departed from TCS Facility',
    'Arrived at TCS Facility',
    'Shipment Picked',
  ]);
  expect(rowsOf(answer.checkpoints).at(-1)?.datetime).toMatch(/^Friday    Nov 20, 2026 1[12]:\d\d$/);
  expect(rowsOf(answer.deliveryinfo)).toEqual([
    {
      consignmentno: number,
      station: 'KARACHI',
      datetime: 'Saturday Nov 21, 2026 12:00',
      recievedby: 'ALI RAZA',
      status: 'Delivered',
      code: 'OK',
      allowshow: 'Y',
    },
  ]);
});

test('tracking shows several scans in one minute on the way back, with RO and then RS', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'Recipient Refused Delivery' });
  sandbox.advanceClock(3_600_000);
  advanceParcels(sandbox.context, { tracking_number: number, to: 'returning' });
  const returning = rowsOf((await track(number)).deliveryinfo);
  expect(returning.slice(0, 2).map((row) => row.code)).toEqual(['RO', 'RR']);
  advanceParcels(sandbox.context, { tracking_number: number, to: 'returned' });
  const returned = rowsOf((await track(number)).deliveryinfo);
  expect(returned[0]).toMatchObject({ code: 'RS', status: 'Returned To Shipper' });
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'returned' }]);
});

test('tracking needs no access token, and refuses POST', async () => {
  const response = await post('/tracking/api/Tracking/GetDynamicTrackDetail', {});
  expect(response.status).toBe(405);
  expect(await response.text()).toContain('openresty');
});

const status = (number: string) =>
  jsonOf(
    get('/ecom/api/Payment/status', {
      customerno: main.tcs_account_id,
      consignmentno: number,
      cnno: number,
      accesstoken: access,
    }),
  );

const paymentDetail = () =>
  jsonOf(get('/ecom/api/Payment/detail', { customerno: main.tcs_account_id, ...today, accesstoken: access }));

test('payments go from N to Y, under keys with spaces', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  expect(rowsOf((await status(number)).detail)).toMatchObject([
    { 'payment status': 'N', 'amount paid': 0, 'cn status': 'OK' },
  ]);
  advanceParcels(sandbox.context, { tracking_number: number, to: 'paid' });
  expect(rowsOf((await status(number)).detail)).toMatchObject([
    { 'cn by courier': number, 'payment status': 'Y', 'amount paid': 1500, 'payment date': '20/11/2026' },
  ]);
});

test('payments of an unknown number fail with status "true"', async () => {
  expect(await status('1')).toMatchObject({ detail: null, message: 'Invalid CN', status: 'true' });
});

test('payments list a consignment only once it was scanned', async () => {
  const number = await book();
  expect(await paymentDetail()).toMatchObject({ detail: null, message: 'No Data Found' });
  advanceParcels(sandbox.context, { tracking_number: number, to: 'picked' });
  expect(rowsOf((await paymentDetail()).detail)).toMatchObject([
    { 'cn by courier': number, 'order no': 'CD1043-ABCDEF' },
  ]);
});
