import { afterAll, beforeAll, expect, test } from 'vitest';
import { CourierError } from '../courier-error.ts';
import { aBooking, failureOf, now } from '../courier-script.testing.ts';
import type { Courier, CourierCall } from '../courier.ts';
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

const centres = { json: { detail: [{ costcentercode: '001' }], message: 'success' } };
const paths = () => server.received.map((request) => request.path);

test('tokens are asked for once by many calls at the same time, and kept', async () => {
  server.answer({ ...tcsTokens, costcenterinquiry: centres });
  const one = account();
  await Promise.all([1, 2, 3, 4].map(() => courier.verify(one, call)));
  await courier.verify(one, call);
  expect(paths().filter((path) => path === '/auth/api/auth')).toHaveLength(1);
  expect(paths().filter((path) => path === '/ecom/api/authentication/token')).toHaveLength(1);
});

test('tokens are renewed shortly before they end', async () => {
  let time = now;
  const clocked = { ...call, now: () => time };
  const expiry = new Date(now.getTime() + 30 * 60_000).toISOString();
  server.answer({
    ...tcsTokens,
    '/ecom/api/authentication/token': { json: { accesstoken: 'short', expiry, message: 'success' } },
    costcenterinquiry: centres,
  });
  const one = account();
  await courier.verify(one, clocked);
  time = new Date(now.getTime() + 27 * 60_000);
  await courier.verify(one, clocked);
  expect(paths().filter((path) => path === '/ecom/api/authentication/token')).toHaveLength(1);
  time = new Date(now.getTime() + 29 * 60_000);
  await courier.verify(one, clocked);
  expect(paths().filter((path) => path === '/ecom/api/authentication/token')).toHaveLength(2);
});

test('tokens that TCS refuses are replaced, and the call is repeated once', async () => {
  const refused = { json: { code: 'UnAuthorized', message: 'Invalid access token', status: 401 } };
  server.answer({ ...tcsTokens, '/booking/create': [refused, bookedReply] });
  const booked = await courier.book(account(), aBooking(city), call);
  expect(booked.trackingNumber).toBe('99210301520');
  expect(paths().filter((path) => path.endsWith('/booking/create'))).toHaveLength(2);
  expect(paths().filter((path) => path === '/auth/api/auth')).toHaveLength(2);
});

test('refused twice, the credentials are', async () => {
  server.answer({
    ...tcsTokens,
    '/booking/create': { status: 401, json: { code: 401, message: 'Invalid Bearer token.' } },
  });
  const error = await failureOf(courier.book(account(), aBooking(city), call));
  expect(error).toMatchObject({ kind: 'unauthorised', courierWords: 'Invalid Bearer token.' });
  expect(paths().filter((path) => path.endsWith('/booking/create'))).toHaveLength(2);
});

test('refused twice, are not used for the next call', async () => {
  const refused = { status: 401, json: { code: 401, message: 'Invalid Bearer token.' } };
  const access = (token: string) => ({ json: { accesstoken: token, message: 'success' } });
  server.answer({
    ...tcsTokens,
    '/ecom/api/authentication/token': [access('first'), access('second'), access('third')],
    '/booking/create': [refused, refused, bookedReply],
  });
  const one = account();
  expect((await failureOf(courier.book(one, aBooking(city), call))).kind).toBe('unauthorised');
  await courier.book(one, aBooking(city), call);
  const sent = server.received.filter((request) => request.path.endsWith('/booking/create'));
  expect(sent.map((request) => request.json)).toEqual([
    expect.objectContaining({ accesstoken: 'first' }),
    expect.objectContaining({ accesstoken: 'second' }),
    expect.objectContaining({ accesstoken: 'third' }),
  ]);
});

test('a lost answer after renewing is not asked again', async () => {
  server.answer({
    ...tcsTokens,
    '/booking/create': [{ status: 401, json: { code: 401, message: 'Invalid' } }, 'reset'],
  });
  expect((await failureOf(courier.book(account(), aBooking(city), call))).kind).toBe('uncertain');
  expect(paths().filter((path) => path.endsWith('/booking/create'))).toHaveLength(2);
});

test('without a token, nothing is booked', async () => {
  server.answer({ ...tcsTokens, '/auth/api/auth': { json: { result: null, status: false, code: '401' } } });
  expect((await failureOf(courier.book(account(), aBooking(city), call))).kind).toBe('unauthorised');
  server.answer({ ...tcsTokens, '/auth/api/auth': { status: 503 } });
  expect((await failureOf(courier.book(account(), aBooking(city), call))).kind).toBe('unavailable');
  server.answer({
    ...tcsTokens,
    '/ecom/api/authentication/token': { json: { message: 'Invalid user or password' } },
  });
  expect(await failureOf(courier.book(account(), aBooking(city), call))).toMatchObject({
    kind: 'unauthorised',
    courierWords: 'Invalid user or password',
  });
});

test.each([
  ['/auth/api/auth', { json: { result: null, status: false, code: '500' } }],
  ['/auth/api/auth', { json: { result: null, status: false, code: '0503', message: 'Gateway busy' } }],
  ['/ecom/api/authentication/token', { json: { message: 'An error has occurred.' } }],
  ['/ecom/api/authentication/token', { json: { message: 'System is under maintenance' } }],
  ['/ecom/api/authentication/token', { status: 404, json: { message: 'no Route matched with those values' } }],
])(
  'an answer of %s without a token that tells of trouble at TCS says nothing of the credentials',
  async (path, answer) => {
    server.answer({ ...tcsTokens, [path]: answer, '/booking/create': bookedReply });
    expect((await failureOf(courier.book(account(), aBooking(city), call))).kind).toBe('unavailable');
    expect(paths()).not.toContain('/ecom/api/booking/create');
  },
);

test('a gateway that does not take GET is asked by POST', async () => {
  server.answer({
    ...tcsTokens,
    '/auth/api/auth': [{ status: 405 }, tcsTokens['/auth/api/auth']],
    costcenterinquiry: centres,
  });
  await courier.verify(account(), call);
  expect(server.received[0]).toMatchObject({
    method: 'GET',
    query: { clientid: '205659575', clientsecret: 'SECRET+CLIENT' },
  });
  expect(server.received[1]).toMatchObject({
    method: 'POST',
    json: { clientid: '205659575', clientsecret: 'SECRET+CLIENT' },
  });
});

test('a bearer token that TCS mailed replaces the first step', async () => {
  server.answer({ ...tcsTokens, costcenterinquiry: centres });
  await courier.verify(account({ client_id: '', client_secret: '', bearer_token: 'Bearer mailed.jwt.token' }), call);
  expect(paths()).not.toContain('/auth/api/auth');
  expect(server.received[0]?.headers.authorization).toBe('Bearer mailed.jwt.token');
});

test('an access token in a query is encoded', async () => {
  server.answer({ ...tcsTokens, costcenterinquiry: centres });
  await courier.verify(account(), call);
  expect(server.received.at(-1)?.query).toEqual({ accesstoken: 'SECRET+access/token=', customerno: '04011K1' });
});

async function hostAsked(baseUrl: string, environment: string) {
  const hosts: string[] = [];
  const noted: CourierCall = {
    ...call,
    http: async (request) => {
      hosts.push(new URL(request.url).host);
      throw new CourierError('unavailable', 'no call was expected');
    },
  };
  await failureOf(createTcs({ baseUrl }).verify(account({ environment }), noted));
  return hosts;
}

test('the environment of an account chooses between the two hosts of TCS, and never leads away from a simulator', async () => {
  const production = 'https://ociconnect.tcscourier.com';
  expect(await hostAsked(production, 'production')).toEqual(['ociconnect.tcscourier.com']);
  expect(await hostAsked(production, 'uat')).toEqual(['devconnect.tcscourier.com']);
  expect(await hostAsked('http://simulator:4000/tcs', 'uat')).toEqual(['simulator:4000']);
});
