import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { advanceParcels } from '../parcels/advance-parcels.ts';
import { courierJournal } from '../parcels/courier-journal.ts';
import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';
import { text } from '../http/fields.ts';
import type { CourierTestServer } from '../../testing/courier-test-server.ts';
import { jsonOf, onlyElement, rowsOf, startCourierTestServer } from '../../testing/courier-test-server.ts';

const [single, several, lenient] = demoCourierAccounts.MNP;
const login = { username: single.username, password: single.api_password };

const booking = {
  ...login,
  consigneeName: 'Ayesha Siddiqui',
  consigneeAddress: 'House 1, Street 2',
  consigneeMobNo: '03001234567',
  consigneeEmail: '',
  destinationCityName: 'KARACHI',
  pieces: 1,
  weight: 0.5,
  codAmount: 1500,
  custRefNo: 'CD1043-ABCDEF',
  productDetails: 'Shirt',
  fragile: 'No',
  service: 'Overnight',
  remarks: '',
  insuranceValue: '0',
  locationID: single.location_id,
  AccountNo: single.account_no,
  InsertType: 19,
  ReturnLocation: Number(single.return_location),
  subAccountId: Number(single.sub_account_id),
};

let sandbox: CourierTestServer;
beforeEach(async () => {
  sandbox = await startCourierTestServer();
});
afterEach(() => sandbox.close());

const get = (path: string, query: Record<string, string>) =>
  fetch(`${sandbox.url}/mnp/mycodapi/api/${path}?${new URLSearchParams(query).toString()}`);
const post = (path: string, body: object) =>
  fetch(`${sandbox.url}/mnp/mycodapi/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const track = (number: string) => fetch(`${sandbox.url}/mnp/tracking/api/CNTracking?consignment=${number}&id=4`);

async function book(changes: object = {}): Promise<string> {
  const answer = await onlyElement(post('Booking/InsertBookingData', { ...booking, ...changes }));
  expect(answer.isSuccess).toBe('true');
  return text(answer, 'orderReferenceId');
}

const lookUp = (reference: string) =>
  onlyElement(
    post('Reports/CN_Detail_Customer_Order_No', {
      UserName: login.username,
      Password: login.password,
      CustomerOrderRef: reference,
      AccountNumber: single.account_no,
    }),
  );

describe('lists of the account', () => {
  test('cities are names, in two lists, some with trailing spaces and in mixed case', async () => {
    const forBooking = await onlyElement(get('Branches/Get_Cities', { ...login, AccountNo: single.account_no }));
    const forDelivery = await onlyElement(get('Branches/Get_Cities_All', { ...login, AccountNo: single.account_no }));
    expect(forBooking.City).toEqual(expect.arrayContaining(['BAIJI CHOWK ', 'Airport', 'KARACHI']));
    expect(forDelivery.City).toEqual(expect.arrayContaining(['ABBOTTABAD ', 'bannu', 'KARACHI']));
    expect(forDelivery.City).not.toContain('Airport');
  });

  test('a wrong password returns its error as a city name', async () => {
    const answer = await onlyElement(
      get('Branches/Get_Cities_All', { ...login, password: 'x', AccountNo: single.account_no }),
    );
    expect(answer).toEqual({ City: ['Invalid username or password'] });
  });

  test('locations come in a bare object with a misspelt key', async () => {
    const answer = await jsonOf(get('Locations/Get_locations', { ...login, AccountNo: single.account_no }));
    expect(answer).toMatchObject({ isSucces: true, message: 'Success', locationList: [{ locationID: 88 }] });
    const many = { username: several.username, password: several.api_password, AccountNo: several.account_no };
    expect((await jsonOf(get('Locations/Get_locations', many))).locationList).toHaveLength(3);
    expect(await jsonOf(get('Locations/Get_locations', { ...many, password: 'x' }))).toEqual({
      isSucces: false,
      message: 'Invalid username or password',
      locationList: null,
    });
  });

  test('sub accounts and accounts come under the same key', async () => {
    const subs = await jsonOf(get('UserManagement/GetSubAccounts', { ...login, accountNo: single.account_no }));
    expect(subs.locationList).toMatchObject([{ subAccountId: 6, shipperName: 'Demo Store' }]);
    const accounts = await jsonOf(get('UserManagement/GetAccounts', login));
    expect(accounts.locationList).toEqual([{ AccountNo: '4T154', IsCod: true }]);
  });
});

test('booking answers in a list of one, success as text, and a number of fifteen digits', async () => {
  const answer = await onlyElement(post('Booking/InsertBookingData', booking));
  expect(answer).toMatchObject({ isSuccess: 'true', message: 'Order saved successfully!' });
  expect(answer.orderReferenceId).toMatch(/^5[456]\d{13}$/);
});

test.each([
  ['consigneeMobNo', '+923001234567', 'Invalid consignee mobile number'],
  ['destinationCityName', 'Karachi', 'Invalid destination city'],
  ['destinationCityName', 'BAIJI CHOWK ', 'Invalid destination city'],
  ['pieces', 100, 'Pieces must be between 1 and 99'],
  ['codAmount', 100_000, 'COD amount must be between 0 and 99999'],
  ['codAmount', 10.5, 'COD amount must be between 0 and 99999'],
  ['ReturnLocation', 0, 'Invalid Return Location'],
  ['locationID', '999', 'Invalid Location'],
  ['subAccountId', 999, 'Invalid sub account'],
  ['InsertType', 'MP', 'Invalid Insert Type'],
  ['consigneeEmail', undefined, 'consigneeEmail is required'],
  ['consigneeEmail', 'nobody', 'Invalid consignee email'],
  ['custRefNo', 'X'.repeat(51), 'custRefNo must be 50 characters or less'],
  ['productDetails', 'X'.repeat(51), 'productDetails must be 50 characters or less'],
  ['service', 'Rocket', 'Invalid service'],
])('booking with %s %j is refused and noted', async (field, value, message) => {
  const answer = await onlyElement(post('Booking/InsertBookingData', { ...booking, [field]: value }));
  expect(answer).toEqual({ isSuccess: 'false', message, orderReferenceId: '' });
  expect(sandbox.context.rejected.list()).toMatchObject([{ target: 'mnp', reason: message }]);
});

test('booking without COD is refused on a COD account, and accepted where the account allows it', async () => {
  const refused = await onlyElement(post('Booking/InsertBookingData', { ...booking, codAmount: 0 }));
  expect(refused).toMatchObject({ isSuccess: 'false', message: 'COD amount must be greater than 0' });
  const account = {
    username: lenient.username,
    password: lenient.api_password,
    AccountNo: lenient.account_no,
    locationID: lenient.location_id,
    ReturnLocation: Number(lenient.return_location),
    subAccountId: Number(lenient.sub_account_id),
  };
  await book({ ...account, codAmount: 0 });
});

test('booking with a reference used before says that it already exists, unless the account allows it', async () => {
  await book();
  const again = await onlyElement(post('Booking/InsertBookingData', booking));
  expect(again).toMatchObject({ isSuccess: 'false', orderReferenceId: '' });
  expect(again.message).toContain('already exists');
  const account = {
    username: lenient.username,
    password: lenient.api_password,
    AccountNo: lenient.account_no,
    locationID: lenient.location_id,
    ReturnLocation: Number(lenient.return_location),
    subAccountId: Number(lenient.sub_account_id),
  };
  expect(await book(account)).not.toBe(await book(account));
});

test('booking with wrong credentials, or another account’s number, books nothing', async () => {
  expect(await onlyElement(post('Booking/InsertBookingData', { ...booking, password: 'x' }))).toMatchObject({
    isSuccess: 'false',
    message: 'Invalid username or password',
  });
  expect(
    await onlyElement(post('Booking/InsertBookingData', { ...booking, AccountNo: several.account_no })),
  ).toMatchObject({
    message: 'Invalid account number',
  });
  expect(courierJournal(sandbox.context)).toEqual([]);
});

test('booking with a lost answer is found by reference, and booking again says that it already exists', async () => {
  sandbox.context.faults.add({ target: 'mnp', operation: 'book', kind: 'lose-answer', rate: 1, times: 1 });
  await expect(post('Booking/InsertBookingData', booking)).rejects.toThrow('fetch failed');
  expect((await onlyElement(post('Booking/InsertBookingData', booking))).message).toContain('already exists');
  const found = await lookUp('CD1043-ABCDEF');
  expect(found).toMatchObject({
    isSuccess: true,
    Details: [{ CustomerOrderNo: 'CD1043-ABCDEF', CODAmount: 1500, weight: 0.5, consigneePhoneNo: '3001234567' }],
  });
});

test('booking can end in a raw server error, and then nothing is booked', async () => {
  sandbox.context.faults.add({ target: 'mnp', operation: 'book', kind: 'garbage', rate: 1 });
  const answer = await onlyElement(post('Booking/InsertBookingData', booking));
  expect(answer.message).toBe('Object reference not set to an instance of an object.');
  expect(courierJournal(sandbox.context)).toEqual([]);
});

test('lookup by reference finds nothing as a failure with an empty list', async () => {
  expect(await lookUp('NOPE')).toEqual({ isSuccess: false, message: 'No record found', Details: [] });
});

test('lookup by reference includes voided consignments', async () => {
  const number = await book();
  await post('Booking/VoidConsignment', {
    Username: login.username,
    password: login.password,
    locationID: '88',
    consignmentNumberList: [number],
  });
  expect(await lookUp('CD1043-ABCDEF')).toMatchObject({ Details: [{ consignmentNumber: number }] });
});

const voidOf = (numbers: string[], locationID = '88') =>
  onlyElement(
    post('Booking/VoidConsignment', {
      Username: login.username,
      password: login.password,
      locationID,
      consignmentNumberList: numbers,
    }),
  );

test('voiding succeeds before pickup and is refused by number afterwards, the list succeeding both times', async () => {
  const [fresh, picked] = [await book(), await book({ custRefNo: 'CD1044-ABCDEF' })];
  advanceParcels(sandbox.context, { tracking_number: picked, to: 'picked' });
  expect(await voidOf([fresh, picked])).toEqual({
    isSuccess: true,
    message: 'Succes, Details in List',
    orderReferenceIdList: [
      { consignmentNumber: fresh, success: true, message: 'CN marked void' },
      { consignmentNumber: picked, success: false, message: 'CN cannot be void after arrival' },
    ],
  });
  expect(await voidOf([picked])).toMatchObject({ isSuccess: true, orderReferenceIdList: [{ success: false }] });
});

test('voiding is refused from another location', async () => {
  const number = await book();
  expect(await voidOf([number], '41')).toMatchObject({ orderReferenceIdList: [{ success: false }] });
});

const bulk = (numbers: string[]) =>
  onlyElement(
    post('Tracking/Bulk_Consignment_Tracking_New', {
      Username: login.username,
      Password: login.password,
      AccountNo: single.account_no,
      Consignments: numbers,
    }),
  );

test('tracking gives the scans in no promised order, with American dates and nulls for what it hides', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  const answer = await onlyElement(track(number));
  expect(answer).toMatchObject({ isSuccess: 'true', message: 'Consignment Number Valid' });
  const [detail] = rowsOf(answer.tracking_Details);
  expect(detail).toMatchObject({
    OrderId: 'CD1043-ABCDEF',
    BookingDate: '20 Nov 2026',
    CODAmount: null,
    PaymentID: null,
  });
  const scans = rowsOf(detail?.CNTrackingDetail);
  const times = scans.map((scan) => text(scan, 'TransactionTime'));
  for (const time of times) expect(time).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  expect(times).not.toEqual(times.toSorted());
  expect(scans.map((scan) => scan.TrackingStatus).toSorted()).toEqual([
    'Arrived at OPS Facility',
    'Booked',
    'Delivered',
    'Forward - In Transit',
    'Out for Delivery',
    'Picked from Shipper Facility',
    'Reached at Destination',
  ]);
});

test('tracking of a fresh booking shows that it is booked, with tag 1', async () => {
  const [detail] = rowsOf((await onlyElement(track(await book()))).tracking_Details);
  expect(rowsOf(detail?.CNTrackingDetail)).toMatchObject([{ TrackingTagID: '1', TrackingStatus: 'Booked' }]);
});

test('tracking of an unknown number is not a success', async () => {
  expect(await onlyElement(track('544794010101495'))).toMatchObject({ isSuccess: 'false' });
});

test('tracking in bulk leaves out unknown numbers and gives values as text', async () => {
  const number = await book();
  const answer = await bulk([number, '544794010101495']);
  expect(answer).toMatchObject({ isSuccess: 'true', orderReferenceIdList: ['Succesfull'] });
  expect(rowsOf(answer.tracking_Details)).toMatchObject([
    { ConsignmentNumber: number, CODAmount: '1500', Weight: '0.5', Pieces: '1', AmountPaid: '0' },
  ]);
});

test('tracking in bulk takes at most 200 numbers', async () => {
  const answer = await bulk(Array.from({ length: 201 }, (_, index) => `5447940${index}`));
  expect(answer).toMatchObject({ isSuccess: 'false', message: 'Maximum 200 consignments are allowed' });
});

test('tracking shows the payment once the COD was remitted', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
  advanceParcels(sandbox.context, { tracking_number: number, to: 'paid' });
  const [detail] = rowsOf((await bulk([number])).tracking_Details);
  expect(detail).toMatchObject({ PaymentID: '2026112026', AmountPaid: '1500', PaymentDate: '20 Nov 2026' });
  expect(rowsOf(detail?.CNTrackingInvDetail)).toMatchObject([{ InvoiceType: 'COD' }]);
  const report = await onlyElement(
    post('Reports/Payment_Report', {
      UserName: login.username,
      Password: login.password,
      dateFrom: '2026-11-01',
      dateTo: '2026-11-30',
      locationID: '88',
    }),
  );
  expect(report).toMatchObject({ isSuccess: true, Details: [{ PaymentID: '2026112026', RRAmount: 1500 }] });
});

test('tracking follows a refused parcel back to the shipper', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'Unsuccessful Delivery Attempt' });
  advanceParcels(sandbox.context, { tracking_number: number, to: 'returned' });
  const [detail] = rowsOf((await onlyElement(track(number))).tracking_Details);
  const statuses = rowsOf(detail?.CNTrackingDetail).map((scan) => scan.TrackingStatus);
  expect(statuses).toEqual(expect.arrayContaining(['Return - In Transit', 'Return to Shipper']));
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'returned', cancelled: false }]);
});

test('the web framework answers an unknown path with its own error', async () => {
  const response = await get('Branches/Get_Towns', {});
  expect(response.status).toBe(404);
  expect(text(await jsonOf(response), 'Message')).toContain('No HTTP resource was found');
  expect(sandbox.context.rejected.list()).toHaveLength(1);
});

test('the web framework takes JSON and no forms', async () => {
  const response = await fetch(`${sandbox.url}/mnp/mycodapi/api/Booking/InsertBookingData`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'x' }),
  });
  expect(response.status).toBe(400);
  expect(await jsonOf(response)).toEqual({ Message: 'The request is invalid.' });
});

test('the web framework fails with HTTP 500 and a message on demand', async () => {
  sandbox.context.faults.add({ target: 'mnp', operation: 'book', kind: 'error500', rate: 1 });
  const response = await post('Booking/InsertBookingData', booking);
  expect(response.status).toBe(500);
  expect(await jsonOf(response)).toEqual({ Message: 'An error has occurred.' });
});
