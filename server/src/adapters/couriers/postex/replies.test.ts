import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBooking, failureOf, now } from '../courier-script.testing.ts';
import type { Courier, CourierCall } from '../courier.ts';
import { createCourierHttp } from '../http.ts';
import { htmlError, startScriptedCourier, type ScriptedCourier } from '../scripted-courier.testing.ts';
import { createPostex } from './adapter.ts';
import { postexScript } from './script.testing.ts';

let server: ScriptedCourier;
let courier: Courier;
const call: CourierCall = { http: createCourierHttp(), now: () => now };
const account = { cacheKey: 'one', fields: postexScript.fields };
const city = { id: 'WAH CANTT.', name: 'WAH CANTT.' };
const bookedReply = {
  json: { statusCode: '200', statusMessage: 'ORDER HAS BEEN CREATED', dist: { trackingNumber: '267' } },
};

beforeAll(async () => {
  server = await startScriptedCourier();
  courier = createPostex({ baseUrl: server.url });
});
afterAll(() => server.close());

test('create-order sends the token in its header, PostEx’s own spelling of the city and what has no field in the notes', async () => {
  server.answer({ '/v3/create-order': bookedReply });
  await courier.book(account, aBooking(city), call);
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    headers: { token: 'SECRET-TOKEN-ABCDEF', 'content-type': 'application/json' },
    json: {
      orderRefNumber: 'CD1043-K7Q2MX',
      invoicePayment: 1500,
      customerName: 'Ayesha Khan',
      customerPhone: '03001234567',
      deliveryAddress: 'House 12, Street 4, Gulberg III',
      cityName: 'WAH CANTT.',
      invoiceDivision: 1,
      items: 2,
      orderType: 'Normal',
      pickupAddressCode: '001',
      orderDetail: '#1043: 2 x Lawn suit (blue)',
      transactionNotes: 'Phone 2: 03217654321. Phone 3: 03331112223. Call before delivery',
      bookingWeight: 2,
    },
  });
});

test('create-order shows where a long list of products was cut', async () => {
  server.answer({ '/v3/create-order': bookedReply });
  await courier.book(account, aBooking(city, { products: '1 x Shirt, '.repeat(80) }), call);
  const detail = String(Object(server.received[0]?.json).orderDetail);
  expect(detail).toHaveLength(500);
  expect(detail).toMatch(/\.\.\.$/);
});

describe('tracking', () => {
  const record = (changes: object) => ({
    json: {
      statusCode: '200',
      statusMessage: 'SUCCESSFULLY OPERATED',
      dist: { trackingNumber: '267', orderRefNumber: 'CD1', invoicePayment: '1500.0', ...changes },
    },
  });
  const history = (...rows: readonly [string, string, string][]) =>
    rows.map(([updatedAt, transactionStatusMessageCode, transactionStatusMessage]) => ({
      updatedAt,
      transactionStatusMessageCode,
      transactionStatusMessage,
    }));
  const trackOne = async (changes: object) => {
    server.answer({ '/v1/track-order/267': record(changes) });
    const [one] = await courier.track(account, ['267'], call);
    return one;
  };

  test('an unknown number is a 404 within a 200', async () => {
    server.answer({ '/v1/track-order/': { json: { statusCode: '404', statusMessage: 'RECORD NOT FOUND' } } });
    expect(await courier.track(account, ['1'], call)).toEqual([{ trackingNumber: '1', found: false }]);
  });

  test('a fresh order has no history and is booked', async () => {
    expect(await trackOne({ transactionStatus: 'Unbooked' })).toMatchObject({
      found: true,
      cod: 1500,
      status: { status: 'FULFILLED' },
      events: [],
    });
  });

  test('a reference that comes back with a # is the one that was sent', async () => {
    const tracked = await trackOne({ orderRefNumber: '#CD1042-7XQ2', transactionStatus: 'Unbooked' });
    expect(tracked).toMatchObject({ reference: 'CD1042-7XQ2' });
  });

  test('an unsorted history is put in order', async () => {
    const one = await trackOne({
      transactionStatus: 'Out For Delivery',
      transactionStatusHistory: history(
        ['2026-02-02 08:00:00', '0004', 'Package on route'],
        ['2026-01-31', '0001', 'At MY SHOP Warehouse'],
        ['2026-02-01T09:30:00', '0003', 'Received at PostEx warehouse'],
      ),
    });
    expect(one?.found && one.events.map((event) => event.code)).toEqual(['0001', '0003', '0004']);
    expect(one?.found && one.events[2]?.at).toEqual(new Date('2026-02-02T03:00:00Z'));
  });

  test.each(['0040', '0037', '0032'])('a warehouse scan with the return code %s is on its way back', async (code) => {
    const one = await trackOne({
      transactionStatus: 'En-Route to Lahore warehouse',
      transactionStatusHistory: history(['2026-02-02 08:00:00', code, 'on its way']),
    });
    expect(one).toMatchObject({ status: { status: 'RTS', final: false } });
  });

  test('waiting for the return is not yet a return', async () => {
    const one = await trackOne({
      transactionStatus: 'Delivery Under Review',
      transactionStatusHistory: history(['2026-02-02 08:00:00', '0039', 'Waiting for return']),
    });
    expect(one).toMatchObject({ status: { status: 'INPROCESS', attention: 'held' } });
  });

  test('a return that is over stays over, whatever its codes say', async () => {
    const one = await trackOne({
      transactionStatus: 'Returned',
      transactionStatusHistory: history(
        ['2026-01-30 08:00:00', '0040', 'Return process initiated'],
        ['2026-02-02 08:00:00', '0002', 'Returned'],
      ),
    });
    expect(one).toMatchObject({ status: { status: 'RTS', final: true }, statusAt: undefined });
    expect(one?.found && one.events.at(-1)?.at).toEqual(new Date('2026-02-02T03:00:00Z'));
  });

  test('a list that PostEx answers with HTTP 400 is refused, so that fewer numbers are asked', async () => {
    server.answer({
      '/v1/track-bulk-order': {
        status: 400,
        json: {
          status: 400,
          error: 'Bad Request',
          message: "Required List parameter 'TrackingNumbers' is not present",
        },
      },
    });
    expect(await failureOf(courier.track(account, ['267', '268'], call))).toMatchObject({
      kind: 'rejected',
      courierWords: expect.stringContaining("Required List parameter 'TrackingNumbers' is not present"),
    });
    server.answer({ '/v1/track-bulk-order': htmlError(400) });
    expect((await failureOf(courier.track(account, ['267', '268'], call))).kind).toBe('rejected');
  });

  test('a row of the list without its history says so, unless it is just booked', async () => {
    const row = (trackingNumber: string, transactionStatus: string, changes: object = {}) => ({
      trackingNumber,
      trackingResponse: { trackingNumber, transactionStatus, ...changes },
    });
    const dist = [
      row('267', 'Delivered', { orderDeliveryDate: '2026-02-02T12:30:00' }),
      row('268', 'Unbooked'),
      row('269', 'Delivered', { transactionStatusHistory: history(['2026-02-02 08:00:00', '0005', 'Delivered']) }),
    ];
    server.answer({ '/v1/track-bulk-order': { json: { statusCode: '200', dist } } });
    const [without, fresh, whole] = await courier.track(account, ['267', '268', '269'], call);
    expect(without).toMatchObject({ eventsLeftOut: true, deliveredAt: new Date('2026-02-02T07:30:00Z') });
    expect(fresh).not.toHaveProperty('eventsLeftOut');
    expect(whole).not.toHaveProperty('eventsLeftOut');
  });

  test('the list call takes the numbers in one parameter', async () => {
    server.answer({ '/v1/track-bulk-order': { json: { statusCode: '200', dist: [] } } });
    await courier.track(account, ['267', '268'], call);
    expect(server.received[0]?.query).toEqual({ TrackingNumbers: '267,268' });
  });
});

test('a look-up searches both lists from the day before the claim to the day after', async () => {
  server.answer({
    '/v2/get-unbooked-orders': { json: { statusCode: '200', dist: [] } },
    '/v1/get-all-order': { json: { statusCode: '200', dist: [] } },
  });
  await courier.findByReference(account, { reference: 'CD1', claimedAt: new Date('2026-02-01T20:00:00Z') }, call);
  expect(server.received.map((request) => request.query)).toEqual([
    { startDate: '2026-02-01', endDate: '2026-02-03' },
    { orderStatusId: '0', startDate: '2026-02-01', endDate: '2026-02-03' },
  ]);
});

test('look-up is unavailable rather than empty while one of the lists fails', async () => {
  server.answer({
    '/v2/get-unbooked-orders': { json: { statusCode: '200', dist: [] } },
    '/v1/get-all-order': 'reset',
  });
  const search = courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
  expect((await failureOf(search)).kind).toBe('unavailable');
});

test.each([
  ['without a list', {}],
  ['with rows of another format', { dist: [{ trackingNumber: '267', orderReferenceNumber: 'CD1' }] }],
  ['with our reference and no number', { dist: [{ number: '267', orderRefNumber: 'CD1' }] }],
])('a success of a look-up %s does not prove that nothing was booked', async (_what, reply) => {
  const empty = { json: { statusCode: '200', dist: [] } };
  const odd = { json: { statusCode: '200', statusMessage: 'SUCCESSFULLY OPERATED', ...reply } };
  for (const [unbooked, all] of [
    [odd, empty],
    [empty, odd],
  ] as const) {
    server.answer({ '/v2/get-unbooked-orders': unbooked, '/v1/get-all-order': all });
    const search = courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
    expect((await failureOf(search)).kind).toBe('unavailable');
  }
});

test('a look-up whose path PostEx does not know is no empty answer', async () => {
  server.answer({
    '/v2/get-unbooked-orders': { json: { statusCode: '200', dist: [] } },
    '/v1/get-all-order': { status: 404, json: { statusCode: 404, message: 'Resource not found' } },
  });
  const search = courier.findByReference(account, { reference: 'CD1', claimedAt: now }, call);
  expect((await failureOf(search)).courierWords).toBe('Resource not found');
});

test('addresses are offered by their code, those for returns only are not', async () => {
  const address = (addressCode: string, addressType: string) => ({
    addressCode,
    addressType,
    address: 'Shop 4,\nMall Road',
    cityName: 'Lahore',
  });
  server.answer({
    '/v1/get-merchant-address': {
      json: {
        statusCode: '200',
        dist: [
          address('001', 'Default Address'),
          address('002', 'Pickup/Return Address'),
          address('003', 'Return Address'),
        ],
      },
    },
  });
  expect(await courier.choices(account, call)).toEqual({
    address_code: [
      { value: '001', label: '001, Lahore, Shop 4, Mall Road' },
      { value: '002', label: '002, Lahore, Shop 4, Mall Road' },
    ],
  });
});

test('cancelling puts the number', async () => {
  server.answer({ '/v1/cancel-order': { json: { statusCode: '200', statusMessage: 'CANCELLED' } } });
  await courier.cancel(account, '267', call);
  expect(server.received[0]).toMatchObject({ method: 'PUT', json: { trackingNumber: '267' } });
});

test('cancelling what is cancelled already is for tracking to decide', async () => {
  server.answer({ '/v1/cancel-order': { json: { statusCode: '400', statusMessage: 'ORDER ALREADY CANCELLED' } } });
  expect((await failureOf(courier.cancel(account, '267', call))).kind).toBe('uncertain');
});

describe('label', () => {
  const label = () => courier.label(account, { trackingNumber: '267' }, call);

  test('the label is the PDF of one number', async () => {
    server.answer({ '/v1/get-invoice': { pdf: '%PDF-1.7 bill' } });
    expect(Buffer.from((await label()) ?? []).toString()).toBe('%PDF-1.7 bill');
    expect(server.received[0]?.query).toEqual({ trackingNumbers: '267' });
  });

  test('the label of a number that PostEx has no bill for yet is none', async () => {
    server.answer({
      '/v1/get-invoice': {
        status: 404,
        json: { statusCode: '404', statusMessage: 'Order not found with tracking Number : 267' },
      },
    });
    expect(await label()).toBeUndefined();
  });

  test('the label with a refused token is an error', async () => {
    server.answer({
      '/v1/get-invoice': { status: 401, json: { statusCode: '401', statusMessage: 'TOKEN IS INVALID' } },
    });
    expect(await failureOf(label())).toMatchObject({ kind: 'unauthorised', courierWords: 'TOKEN IS INVALID' });
  });
});

const path = '/v2/generate-load-sheet';
const loadSheet = () => courier.loadSheet?.(account, ['267', '268'], call) ?? Promise.reject(new Error('none'));

test('load sheet is the paper that answers the numbers', async () => {
  server.answer({ [path]: { pdf: '%PDF-1.7 sheet' } });
  const made = await loadSheet();
  expect(made).toMatchObject({ sheetId: '', refused: {} });
  expect(Buffer.from(made.pdf ?? []).toString()).toBe('%PDF-1.7 sheet');
  expect(server.received[0]).toMatchObject({ method: 'POST', json: { trackingNumbers: ['267', '268'] } });
});

test('a load sheet of orders that are all booked already is refused in its words', async () => {
  const refusedFor = (number: string) => ({
    json: { statusCode: '400', statusMessage: `ORDER ${number} IS NOT UNBOOKED` },
  });
  server.answer({ [path]: [refusedFor('267'), refusedFor('268')] });
  expect(await failureOf(loadSheet())).toMatchObject({ kind: 'rejected', courierWords: 'ORDER 268 IS NOT UNBOOKED' });
});

test.each(['ORDER 267 IS NOT UNBOOKED', 'ORDER 267 IS ALREADY BOOKED', 'LOAD SHEET ALREADY CREATED FOR 267'])(
  'load sheet is asked again without the order that its words name: %s',
  async (words) => {
    const refused = { json: { statusCode: '400', statusMessage: words } };
    server.answer({ [path]: [refused, { pdf: '%PDF-1.7 sheet' }] });
    expect(await loadSheet()).toMatchObject({ refused: { 267: words } });
    expect(server.received[1]?.json).toEqual({ trackingNumbers: ['268'] });
  },
);

test('a load sheet with words that name no order of it is refused as a whole', async () => {
  const refused = { json: { statusCode: '400', statusMessage: 'ORDER 2670 IS NOT UNBOOKED' } };
  server.answer({ [path]: refused });
  expect((await failureOf(loadSheet())).kind).toBe('rejected');
  expect(server.received).toHaveLength(1);
});

test('a load sheet without a readable answer is uncertain', async () => {
  server.answer({ [path]: htmlError(502) });
  expect((await failureOf(loadSheet())).kind).toBe('uncertain');
});
