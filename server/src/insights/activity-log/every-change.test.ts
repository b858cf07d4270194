import { everyEndpoint } from '@courierdesk/contract/api';
import { auditSentence, everyAuditAction } from '@courierdesk/contract/audit-actions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acrossShops } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { successfulCalls, type SuccessfulCalls } from './successful-calls.testing.ts';
import { successfulSignInCalls } from './successful-sign-in-calls.testing.ts';

/** Calls that are no GET and leave no event, and why. A new endpoint belongs here or in successful-calls.testing.ts. */
const unrecorded: Record<string, string> = {
  verifyAccount: 'tries credentials at the courier and saves at most that it accepted them',
  refreshStoreOrders: 'reads the store again; what changed there is not a change of ours',
  checkStore: 'asks a closed store; if it is open again, the store’s own event says so',
  saveChecklistStep: 'ticks a step of the checklist of a new shop and changes nothing else',
  describeStoreOrders: 'counts a selection',
  beginConfirmation: 'makes a challenge to sign',
  beginPasskey: 'makes a challenge to sign',
  beginPasskeySignIn: 'makes a challenge to sign',
  beginSecondFactor: 'makes a challenge to sign',
  describeSelection: 'counts a selection',
  mergeOrders: 'reads the merge form',
  storeRowFile: 'keeps the rows of a file for an hour; the import is recorded',
  sendResetEmail: 'its time must not tell who exists; the job that looks up the user records the request',
  checkResetLink: 'reads whose link it is',
  previewLabel: 'draws a sample label and saves nothing',
  previewImport: 'shows what an import would change',
};

let server: TestServer;
let shop: BookableShop;
let calls: SuccessfulCalls;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  calls = { ...successfulCalls(server, shop), ...successfulSignInCalls(server, shop.shopId) };
});
afterAll(() => server?.close());

const eventsOf = (answer: Answer) =>
  acrossShops(server.context.db, (trx) =>
    trx
      .selectFrom('audit_event')
      .selectAll()
      .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
      .execute(),
  );

/** What concerns the whole shop, and prints of several parcels. */
const mayBeUnnamed = new Set(['shop', 'label_print']);

const changing = everyEndpoint.filter((endpoint) => endpoint.method !== 'GET' && !(endpoint.name in unrecorded));

it.each(changing)('$method $path leaves an audit event with the request’s id, person and address', async (endpoint) => {
  const call = calls[endpoint.name];
  if (!call) throw new Error(`${endpoint.name} has no call in successful-calls.testing.ts`);
  const answer = await call();
  expect({ status: answer.status, errors: answer.body.errors }).toEqual({
    status: expect.toBeOneOf([200, 202]),
    errors: undefined,
  });
  const events = await eventsOf(answer);
  expect(events.length).toBeGreaterThan(0);
  expect(events.some((event) => event.user_agent !== '')).toBe(true);
  const unnamed = events.filter(({ subject_kind: kind, subject_label: label }) => !mayBeUnnamed.has(kind) && !label);
  expect(unnamed).toEqual([]);
  for (const event of events) {
    expect(everyAuditAction).toContain(event.action);
    expect(event).toMatchObject({ actor_kind: 'user', actor_id: expect.any(String), ip: '127.0.0.1' });
    expect(event.actor_name).not.toBe('');
  }
});

it('every call that changes something is known: no entry of the exceptions is out of date', () => {
  const names = everyEndpoint.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  expect(Object.keys(unrecorded).filter((name) => !names.some((one) => one === name))).toEqual([]);
});

it('every action has a sentence for people', () => {
  for (const action of everyAuditAction) {
    const sentence = auditSentence(action, { subject: '#1042', facts: {}, changes: {} });
    expect(sentence).toMatch(/^[a-z].*[^\s:]$/);
    expect(sentence).not.toMatch(/undefined|NaN|null|\[object/);
  }
});
