import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { advanceParcels } from '../parcels/advance-parcels.ts';
import { courierJournal } from '../parcels/courier-journal.ts';
import { demoCourierAccounts } from '../demo-data/demo-accounts.ts';
import { fieldsOf, text } from '../http/fields.ts';
import type { CourierTestServer } from '../../testing/courier-test-server.ts';
import { jsonOf, rowsOf, startCourierTestServer } from '../../testing/courier-test-server.ts';

const [main, second] = demoCourierAccounts.POSTEX;

const order = {
  orderRefNumber: 'CD1043-ABCDEF',
  invoicePayment: 1500,
  customerName: 'Ali Raza',
  customerPhone: '03001234567',
  deliveryAddress: 'House 1, Street 2',
  cityName: 'KARACHI',
  invoiceDivision: 1,
  items: 2,
  orderType: 'Normal',
  pickupAddressCode: '001',
  orderDetail: '2 x Shirt',
};
const today = { startDate: '2026-11-20', endDate: '2026-11-20' };

let sandbox: CourierTestServer;
beforeEach(async () => {
  sandbox = await startCourierTestServer();
});
afterEach(() => sandbox.close());

const base = () => `${sandbox.url}/postex/services/integration/api/order`;
const get = (path: string, query: Record<string, string> = {}, token: string = main.token) =>
  fetch(`${base()}${path}?${new URLSearchParams(query).toString()}`, { headers: { token } });
const send = (method: 'POST' | 'PUT', path: string, body: object, token: string = main.token) =>
  fetch(`${base()}${path}`, {
    method,
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function book(changes: object = {}, token: string = main.token): Promise<string> {
  const answer = await jsonOf(send('POST', '/v3/create-order', { ...order, ...changes }, token));
  expect(answer.statusCode).toBe('200');
  return text(fieldsOf(answer.dist), 'trackingNumber');
}
const tracked = async (number: string) => fieldsOf((await jsonOf(get(`/v1/track-order/${number}`))).dist);

describe('set-up data', () => {
  test('cities are names with flags that may be text, near-duplicates among them', async () => {
    const answer = await jsonOf(get('/v2/get-operational-city'));
    expect(answer.statusCode).toBe('200');
    const cities = rowsOf(answer.dist);
    const names = cities.map((city) => city.operationalCityName);
    expect(names).toEqual(expect.arrayContaining(['WAH CANTT', 'WAH CANTT.', 'Lahore', 'LAHORE CANTT']));
    expect(new Set(cities.map((city) => typeof city.isDeliveryCity))).toEqual(new Set(['boolean', 'string']));
    expect(cities.length).toBeGreaterThan(200);
  });

  test('a merchant has its addresses, and one more after adding it', async () => {
    const before = await jsonOf(get('/v1/get-merchant-address'));
    expect(rowsOf(before.dist).map((row) => row.addressCode)).toEqual(['001', '002']);
    const address = {
      address: 'Shop 4',
      addressTypeId: 2,
      cityName: 'MULTAN',
      contactPersonName: 'Zain',
      phone1: '03001234567',
      phone2: '03001234568',
    };
    const added = await jsonOf(send('POST', '/v2/create-merchant-address', address));
    expect(added).toEqual({ statusCode: '200', statusMessage: 'MERCHANT ADDRESS HAS BEEN CREATED' });
    const after = await jsonOf(get('/v1/get-merchant-address', { cityName: 'multan' }));
    expect(rowsOf(after.dist)).toMatchObject([{ addressCode: '003', addressType: 'Pickup/Return Address' }]);
  });

  test('the order type for returns is Reversed', async () => {
    expect((await jsonOf(get('/v1/get-order-types'))).dist).toEqual(['Normal', 'Reversed', 'Replacement']);
    expect((await jsonOf(get('/v1/get-order-status'))).dist).toContain('En-Route to {14} warehouse');
  });
});

describe('refusals', () => {
  test('a bad token is 401 with its text', async () => {
    const response = await get('/v1/get-merchant-address', {}, 'wrong');
    expect(response.status).toBe(401);
    expect(await jsonOf(response)).toEqual({ statusCode: '401', statusMessage: 'TOKEN IS INVALID' });
  });

  test('a missing parameter is refused before the token is checked, with Spring’s error', async () => {
    const response = await get('/v1/get-all-order', { orderStatusID: '0' }, 'wrong');
    expect(response.status).toBe(400);
    const body = await jsonOf(response);
    expect(body).toMatchObject({ status: 400, error: 'Bad Request' });
    expect(body.trace).toContain("Required Integer parameter 'orderStatusId' is not present");
    expect(body).not.toHaveProperty('statusCode');
    expect(sandbox.context.rejected.list()).toHaveLength(1);
  });

  test('bulk tracking needs its parameter with a capital T', async () => {
    const body = await jsonOf(get('/v1/track-bulk-order', { trackingNumbers: '1' }));
    expect(body.trace).toContain("Required List parameter 'TrackingNumbers' is not present");
  });

  test('an unknown path gets the gateway’s page', async () => {
    const response = await get('/v1/create-order');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('nginx');
  });

  test.each([
    ['pickupAddressCode', '', 'BOTH PICKUP ADDRESS CODE AND STORE ADDRESS CODE MUST NOT BE NULL AT THE SAME TIME'],
    ['pickupAddressCode', '009', 'PICKUP ADDRESS NOT FOUND'],
    ['customerPhone', '3001234567', 'INVALID CUSTOMER PHONE NUMBER'],
    ['cityName', 'Karachi', 'DELIVERY CITY IS NOT OPERATIONAL'],
    ['items', 100, 'ITEMS MUST BE GREATER THAN 0 AND LESS THAN 100'],
    ['orderType', 'Reverse', 'INVALID ORDER TYPE'],
    ['invoicePayment', 10.5, 'INVALID INVOICE PAYMENT'],
  ])('an order with %s %j is refused', async (field, value, statusMessage) => {
    const answer = await jsonOf(send('POST', '/v3/create-order', { ...order, [field]: value }));
    expect(answer).toEqual({ statusCode: '400', statusMessage });
    expect(courierJournal(sandbox.context)).toEqual([]);
  });

  test('a missing field is one long text, with HTTP 400 or 200', async () => {
    const statuses = new Set<number>();
    for (const orderRefNumber of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) {
      const response = await send('POST', '/v3/create-order', { ...order, orderRefNumber, cityName: undefined });
      statuses.add(response.status);
      const answer = await jsonOf(response);
      expect(answer.statusCode).toBe('400');
      expect(answer.statusMessage).toMatch(
        /^Validation failed for argument \[1\].* on field 'cityName': .* default message \[must not be null\]/,
      );
    }
    expect(statuses).toEqual(new Set([200, 400]));
  });
});

test('an order is created unbooked, with a number of fourteen digits', async () => {
  const answer = await jsonOf(send('POST', '/v3/create-order', order));
  expect(answer).toMatchObject({
    statusCode: '200',
    statusMessage: 'ORDER HAS BEEN CREATED',
    dist: { orderStatus: 'UnBooked', orderDate: '2026-11-20 12:00:00' },
  });
  expect(text(fieldsOf(answer.dist), 'trackingNumber')).toMatch(/^\d{14}$/);
});

test('an order with a lost answer is in both lists', async () => {
  sandbox.context.faults.add({ target: 'postex', operation: 'book', kind: 'lose-answer', rate: 1, times: 1 });
  await expect(send('POST', '/v3/create-order', order)).rejects.toThrow('fetch failed');
  for (const list of [
    get('/v2/get-unbooked-orders', today),
    get('/v1/get-all-order', { orderStatusId: '0', ...today }),
  ]) {
    expect(rowsOf((await jsonOf(list)).dist)).toMatchObject([{ orderRefNumber: 'CD1043-ABCDEF', items: 2 }]);
  }
});

test('an order may repeat a reference, which makes a second order', async () => {
  expect(await book()).not.toBe(await book());
  expect(rowsOf((await jsonOf(get('/v1/get-all-order', { orderStatusId: '0', ...today }))).dist)).toHaveLength(2);
});

test('an order can be cancelled before pickup, and then has two names for that status', async () => {
  const number = await book();
  const answer = await jsonOf(send('PUT', '/v1/cancel-order', { trackingNumber: number }));
  expect(answer.statusCode).toBe('200');
  expect((await tracked(number)).transactionStatus).toBe('Un-Assigned By Me');
  const [row] = rowsOf((await jsonOf(get('/v1/get-all-order', { orderStatusId: '7', ...today }))).dist);
  expect(row).toMatchObject({ trackingNumber: number, transactionStatus: 'Cancelled' });
  expect(await jsonOf(send('PUT', '/v1/cancel-order', { trackingNumber: number }))).toMatchObject({
    statusCode: '400',
    statusMessage: 'ORDER ALREADY CANCELLED',
  });
});

test('an order cannot be cancelled after pickup, nor when it is unknown', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'picked' });
  expect((await jsonOf(send('PUT', '/v1/cancel-order', { trackingNumber: number }))).statusCode).toBe('400');
  const unknown = await send('PUT', '/v1/cancel-order', { trackingNumber: '26704569999999' });
  expect(unknown.status).toBe(404);
  expect(await jsonOf(unknown)).toEqual({ statusCode: '404', statusMessage: 'ORDER NOT FOUND' });
});

test('tracking leaves out what is null, the history of a fresh order too', async () => {
  const record = await tracked(await book());
  expect(record).toMatchObject({ transactionStatus: 'Unbooked', invoicePayment: 1500, transactionFee: 0 });
  for (const key of ['transactionStatusHistory', 'orderDeliveryDate', 'reservePayment', 'transactionNotes']) {
    expect(record).not.toHaveProperty(key);
  }
});

test('tracking says "not found" with HTTP 200', async () => {
  const response = await get('/v1/track-order/26704569999999');
  expect(response.status).toBe(200);
  expect(await jsonOf(response)).toEqual({ statusCode: '404', statusMessage: 'RECORD NOT FOUND' });
});

test('tracking includes a status with an unfilled warehouse name', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'En-Route to {14} warehouse' });
  expect((await tracked(number)).transactionStatus).toBe('En-Route to {14} warehouse');
  const [row] = rowsOf((await jsonOf(get('/v1/get-all-order', { orderStatusId: '18', ...today }))).dist);
  expect(row?.transactionStatus).toBe('Transferred');
});

test('tracking gives the history newest first for some parcels and oldest first for others', async () => {
  const orders = new Set<boolean>();
  for (let index = 0; index < 8; index += 1) {
    const number = await book();
    advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
    const times = rowsOf((await tracked(number)).transactionStatusHistory).map((row) => text(row, 'updatedAt'));
    orders.add(String(times[0]) < String(times.at(-1)));
  }
  expect(orders).toEqual(new Set([true, false]));
});

test('codes each row of the history, with the reason of an attempt', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'attempted' });
  const rows = rowsOf((await tracked(number)).transactionStatusHistory);
  const attempt = rows.find((row) => row.transactionStatusMessageCode === '0013');
  expect(attempt?.transactionStatusMessage).toMatch(/^Attempt Made: (RFD|CNA|ICA|OPN)\(/);
  expect(rows.map((row) => row.transactionStatusMessageCode).toSorted()).toEqual([
    '0001',
    '0003',
    '0004',
    '0013',
    '0031',
    '0033',
    '0035',
  ]);
});

test('tracking of many numbers answers each one separately', async () => {
  const number = await book();
  const answer = await jsonOf(get('/v1/track-bulk-order', { TrackingNumbers: `${number},26704569999999` }));
  expect(rowsOf(answer.dist)).toMatchObject([
    {
      trackingNumber: number,
      message: 'SUCCESSFULLY RETRIEVE ORDER',
      trackingResponse: { transactionStatus: 'Unbooked', items: 2 },
    },
    { trackingNumber: '26704569999999', message: 'ORDER NOT FOUND' },
  ]);
});

test('tracking of many numbers can fail although the parameter was sent', async () => {
  sandbox.context.faults.add({ target: 'postex', operation: 'track', kind: 'refuse', rate: 1, times: 1 });
  const number = await book();
  expect((await get('/v1/track-bulk-order', { TrackingNumbers: number })).status).toBe(400);
  expect((await get('/v1/track-bulk-order', { TrackingNumbers: number })).status).toBe(200);
});

test('tracking shows orders that expired before pickup', async () => {
  const number = await book();
  advanceParcels(sandbox.context, { tracking_number: number, to: 'Expired' });
  expect((await tracked(number)).transactionStatus).toBe('Expired');
  expect(courierJournal(sandbox.context)).toMatchObject([{ state: 'cancelled', cancelled: true }]);
});

test('tracking shows a return after the shipper’s advice', async () => {
  const number = await book();
  const advice = { trackingNumber: number, statusId: 1, remarks: 'Please return' };
  expect((await jsonOf(send('PUT', '/v2/save-shipper-advice', advice))).statusCode).toBe('400');
  advanceParcels(sandbox.context, { tracking_number: number, to: 'Delivery Under Review' });
  expect((await jsonOf(send('PUT', '/v2/save-shipper-advice', advice))).statusCode).toBe('200');
  expect((await tracked(number)).transactionStatus).toBe('Return Requested');
  const [read] = rowsOf((await jsonOf(get(`/v1/get-shipper-advice/${number}`))).dist);
  expect(rowsOf(read?.trackingResponse)).toMatchObject([{ remarks: 'Please return' }]);
});

const pagesOf = (paper: string) => paper.match(/\/Type \/Page\b/g)?.length;

describe('documents', () => {
  test('a label is missing for the first seconds, without an error, then printed', async () => {
    const printPdf = async (numbers: string) => (await get('/v1/get-invoice', { trackingNumbers: numbers })).text();
    const ready = await book();
    sandbox.advanceClock(5000);
    const fresh = await book();
    expect((await get('/v1/get-invoice', { trackingNumbers: fresh })).status).toBe(404);
    expect(pagesOf(await printPdf(`${ready},${fresh}`))).toBe(1);
    sandbox.advanceClock(5000);
    const response = await get('/v1/get-invoice', { trackingNumbers: `${ready},${fresh}` });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(pagesOf(await response.text())).toBe(2);
  });

  test('a label of an unknown number is 404', async () => {
    const response = await get('/v1/get-invoice', { trackingNumbers: '267' });
    expect(response.status).toBe(404);
    expect(await jsonOf(response)).toEqual({
      statusCode: '404',
      statusMessage: 'Order not found with tracking Number : 267',
    });
  });

  test('the load sheet is a PDF and makes orders booked', async () => {
    const number = await book();
    const response = await send('POST', '/v2/generate-load-sheet', { trackingNumbers: [number] });
    expect((await response.text()).slice(0, 4)).toBe('%PDF');
    expect((await tracked(number)).transactionStatus).toBe('Booked');
    expect((await jsonOf(get('/v2/get-unbooked-orders', today))).dist).toEqual([]);
  });
});

test('payments are unsettled, then settled, with the keys of the live service or of the guide', async () => {
  const [one, other] = [await book(), await book({}, second.token)];
  expect((await jsonOf(get(`/v1/payment-status/${one}`))).dist).toEqual({
    orderRefNumber: 'CD1043-ABCDEF',
    trackingNumber: one,
    settle: false,
  });
  for (const number of [one, other]) {
    advanceParcels(sandbox.context, { tracking_number: number, to: 'delivered' });
    advanceParcels(sandbox.context, { tracking_number: number, to: 'paid' });
  }
  expect((await jsonOf(get(`/v1/payment-status/${one}`))).dist).toMatchObject({
    settle: true,
    cpr1: 'CPR-20261120-20417',
  });
  expect((await jsonOf(get(`/v1/payment-status/${other}`, {}, second.token))).dist).toMatchObject({
    settle: true,
    cprNumber_1: 'CPR-20261120-31122',
  });
  expect(await tracked(one)).toMatchObject({ transactionFee: 190, transactionTax: 30.4, balancePayment: 1279.6 });
});

test('payments come as wrapped lists for some merchants', async () => {
  const number = await book({}, second.token);
  const answer = await jsonOf(get('/v1/get-all-order', { orderStatusId: '0', ...today }, second.token));
  expect(rowsOf(answer.dist)).toMatchObject([
    { trackingNumber: number, trackingResponse: { orderRefNumber: 'CD1043-ABCDEF' } },
  ]);
});
