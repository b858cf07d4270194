import type { IncomingMessage, ServerResponse } from 'node:http';
import { getSettings, saveSettings } from '@courierdesk/contract/settings';
import { loginUser } from '@courierdesk/contract/sessions';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiError, ConnectionError, TimeoutError, UnreadableError } from '../lib/failures.ts';
import { call, failureListeners, pathOf, type ReportedFailure } from './client.ts';
import { servePage, type PageServer } from './page-server.testing.ts';

type Answer = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

let answer: Answer;
const seen: ReportedFailure[] = [];
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  answer(Object.assign(request, { text }), response);
}
let page: PageServer;

beforeAll(async () => {
  page = await servePage((request, response) => void respond(request, response));
  failureListeners.add((failure) => seen.push(failure));
});

beforeEach(() => page.stored.set('auth_token', 'secret'));

afterEach(() => {
  page.stored.clear();
  seen.length = 0;
});

afterAll(() => page.close());

const json =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const refusal = (code: string, msg: string, rest: object = {}) => ({
  errors: [{ code, msg }],
  request_id: 'r-1',
  ...rest,
});

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((error: unknown) => error);

it('a call carries the token, the query and the body, and gives back the reply', async () => {
  answer = (request, response) => {
    const { method, url, headers, text } = request;
    json(200, { method, url, auth: headers.authorization, text })(request, response);
  };
  const body = { free_shipping_value: 50, default_weight: 1, show_discount: true };
  expect(await call(saveSettings, { body })).toEqual({
    method: 'POST',
    url: '/api/v1/store/default-settings',
    auth: 'Bearer secret',
    text: JSON.stringify(body),
  });
  expect(await call(getAllOrders, { query: { query: '#1001', page: 2, tag: undefined } })).toMatchObject({
    url: '/api/v1/get-all-orders?query=%231001&page=2',
  });
});

it('a call carries JSON, and to sign in no token', async () => {
  answer = (request, response) => {
    const { 'content-type': type, authorization } = request.headers;
    json(200, { type, authorization: authorization ?? 'none' })(request, response);
  };
  const body = { free_shipping_value: 50, default_weight: 1, show_discount: true };
  expect(await call(saveSettings, { body })).toEqual({ type: 'application/json', authorization: 'Bearer secret' });
  expect(await call(loginUser, { body: { email: 'a@b.pk', password: 'x' } })).toEqual({
    type: 'application/json',
    authorization: 'none',
  });
});

it('a call writes parameters into the path so that they cannot leave it', () => {
  expect(pathOf({ path: '/shipments/:id/resolution' }, { id: '../me' }, {})).toBe(
    '/api/v1/shipments/..%2Fme/resolution',
  );
});

it('a call tells a lost connection, a late answer and an unreadable one apart', async () => {
  answer = (request) => request.socket.destroy();
  expect(await caught(call(getSettings, {}))).toBeInstanceOf(ConnectionError);
  answer = () => {};
  expect(await caught(call(getSettings, { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  expect(await caught(call(getSettings, {}))).toBeInstanceOf(UnreadableError);
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"sett');
  const texts = [new ConnectionError(false), new TimeoutError(30, false), await caught(call(getSettings, {}))];
  expect(texts[2]).toBeInstanceOf(UnreadableError);
  expect(new Set(texts.map(String)).size).toBe(3);
});

it('a call says that a change may have gone through when its answer is lost', async () => {
  answer = (request) => request.socket.destroy();
  const body = { free_shipping_value: 50, default_weight: 1, show_discount: true };
  expect(String(await caught(call(saveSettings, { body })))).toContain('Check before you try again');
});

it("a call fails with the server's first message, or with 'Network response was not ok'", async () => {
  answer = json(422, refusal('courier-rejected', 'Invalid city'));
  expect(await caught(call(getSettings, {}))).toMatchObject({
    message: 'Invalid city',
    status: 422,
    code: 'courier-rejected',
    requestId: 'r-1',
  });
  answer = (_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
  expect(await caught(call(getSettings, {}))).toMatchObject({ message: 'Network response was not ok', status: 502 });
});

it('a call reports each failure to the listeners, but not that it was aborted', async () => {
  answer = json(409, refusal('conflict', 'It already ended'));
  await caught(call(getSettings, {}));
  answer = (request) => request.socket.destroy();
  await caught(call(getSettings, {}));
  await caught(call(getSettings, { signal: AbortSignal.abort() }));
  expect(seen).toMatchObject([{ error: { message: 'It already ended' } }, { error: { name: 'ConnectionError' } }]);
});

it('a call ends the session on 401, but not when a sign-in fails, the token has just changed or no one is signed in', async () => {
  answer = json(401, refusal('unauthorised', 'Please sign in'));
  page.stored.set('auth_token', 'old');
  await caught(call(getSettings, {}));
  await caught(call(loginUser, { body: { email: 'a@b.pk', password: 'x' } }));
  answer = (request, response) => {
    page.stored.set('auth_token', 'new');
    json(401, refusal('unauthorised', 'Please sign in'))(request, response);
  };
  await caught(call(getSettings, {}));
  page.stored.clear();
  answer = json(401, refusal('unauthorised', 'Please sign in'));
  await caught(call(loginUser, { body: { email: 'a@b.pk', password: 'x' } }));
  expect(seen.map((failure) => failure.endedSession)).toEqual([true, false, false, false]);
});

it('a refusal that arrives in part is a lost connection, and ends no session: the page is being left', async () => {
  answer = (request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', 'content-length': 100 }).write('{"errors":');
    setImmediate(() => request.socket.destroy());
  };
  expect(await caught(call(getSettings, {}))).toBeInstanceOf(ConnectionError);
  expect(seen.map(({ endedSession }) => endedSession)).toEqual([false]);
});

it('a call is not sent, and reported to nobody, when no one is signed in', async () => {
  page.stored.clear();
  let asked = false;
  answer = (request, response) => {
    asked = true;
    json(401, refusal('unauthorised', 'Please sign in'))(request, response);
  };
  expect(await caught(call(getSettings, {}))).toMatchObject({ status: 401 });
  expect(asked).toBe(false);
  expect(seen).toEqual([]);
});

it('a call knows when the plan is the reason', async () => {
  answer = json(403, refusal('plan-limit', 'Kindly upgrade your plan', { plan_limit_error: true }));
  const error = await caught(call(getSettings, {}));
  expect(error instanceof ApiError && error.planLimit).toBe(true);
});

it.each([
  ['nothing else', {}],
  ['a message of no text', refusal('plan-limit', '')],
  ['errors that cannot be read', { errors: 'too many' }],
  ['no error', { errors: [], request_id: 'r-1' }],
])('a call says that the plan is the reason, with the default text, when the reply has %s', async (_, body) => {
  answer = json(403, { ...body, plan_limit_error: true });
  expect(await caught(call(getSettings, {}))).toMatchObject({
    planLimit: true,
    code: 'plan-limit',
    message: 'Kindly upgrade your plan',
  });
});

it("a call keeps the server's words about the plan when the reply has no request id", async () => {
  answer = json(403, { errors: [{ msg: 'Your plan allows 10 accounts' }], plan_limit_error: true });
  expect(await caught(call(getSettings, {}))).toMatchObject({
    planLimit: true,
    message: 'Your plan allows 10 accounts',
  });
});
