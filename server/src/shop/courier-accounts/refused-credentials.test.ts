import { companies, type Company } from '@courierdesk/contract/companies';
import { courierFields } from '@courierdesk/contract/courier-forms';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBookableShop } from '../../testing/bookable-shop.ts';
import { aShop, anAccount, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { callCourier, type CourierWork } from './call-courier.ts';
import { checkNumbers } from './check-numbers.ts';
import { loadAccount, type AccountRow } from './load-account.ts';

let server: TestServer;
let shopId: string;
let owner: { token: string; email: string };
let slip: string;
let scannedAtTcs: string;

beforeAll(async () => {
  server = await startTestServer();
  const shop = await aBookableShop(server);
  await shop.book(await shop.newOrder(), 'LEOPARD');
  const booked = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shipment').select('label_url').executeTakeFirstOrThrow(),
  );
  slip = booked.label_url ?? '';
  scannedAtTcs = (await shop.book(await shop.newOrder(), 'TCS')).body.data.trackingNumber;
  await server.sandbox.control('advance', { tracking_number: scannedAtTcs, to: 'in_transit' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  ({ shopId } = await aShop(server.context));
  owner = await aUser(server.context, shopId);
});

const { POSTEX } = demoAccounts;

/** The courier knows none of its secrets. */
function wrong(company: Company): Record<string, string> {
  const secrets = courierFields[company].filter((field) => field.secret).map(({ name }) => [name, 'wrong']);
  return { ...demoAccounts[company].values, ...Object.fromEntries(secrets) };
}

async function load(id: string): Promise<AccountRow> {
  const row = await withShop(server.context.db, shopId, (trx) => loadAccount(trx, shopId, id));
  if (!row) throw new Error('the account is not there');
  return row;
}

const call = async (id: string, work: CourierWork<unknown>): Promise<unknown> =>
  callCourier(server.context, await load(id), 'test', work).catch((error: unknown) => error);

const track: CourierWork<unknown> = (courier, access, asked) => courier.track(access, ['999'], asked);
const cities: CourierWork<unknown> = (courier, access, asked) => courier.cities(access, asked);

async function refusedAccount(company: Company): Promise<string> {
  const { accountId } = await anAccount(server.context, shopId, company, wrong(company));
  await call(accountId, cities);
  expect((await load(accountId)).credentials_refused_at).toEqual(server.clock.now);
  return accountId;
}

/** Answers are saved beside the reply: one that was saved later shows that the earlier ones were, too. */
async function everythingIsSaved(): Promise<void> {
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', POSTEX.values);
  await call(accountId, cities);
  await expect.poll(async () => (await load(accountId)).last_success_at).toEqual(server.clock.now);
}

const health = async () => (await server.call('GET', 'courier-health', { token: owner.token })).body;
const toDo = async (): Promise<{ kind: string }[]> =>
  (await server.call('GET', 'to-do-items', { token: owner.token })).body.data;

const operations: Record<string, CourierWork<unknown>> = {
  cities,
  track,
  'the label, also at a public address': (courier, access, asked) =>
    courier.label(access, { trackingNumber: '999', labelUrl: slip }, asked),
  'a label without an address': (courier, access, asked) => courier.label(access, { trackingNumber: '999' }, asked),
  cancel: (courier, access, asked) => courier.cancel(access, '999', asked),
  choices: (courier, access, asked) => courier.choices(access, asked),
  'the look-up': (courier, access, asked) =>
    courier.findByReference(access, { reference: 'CD1001-ABC', claimedAt: server.clock.now }, asked),
  'the list of a day': async (courier, access, asked) =>
    courier.listBooked?.(access, { from: '2026-11-01', to: '2026-11-02' }, asked),
};

describe.each(companies)('%s refuses the credentials', (company) => {
  it.each(Object.keys(operations))(`and ${company} still refuses them after this operation: %s`, async (name) => {
    const id = await refusedAccount(company);
    await call(id, operations[name] ?? track);
    await everythingIsSaved();
    expect(await load(id)).toMatchObject({ credentials_refused_at: server.clock.now });
    expect((await load(id)).credentials_error).not.toBe('');
  });
});

test('a TCS account with a wrong password tracks its parcels, and that neither hides nor ends the refusal', async () => {
  const values = { ...demoAccounts.TCS.values, api_password: 'wrong' };
  const { accountId } = await anAccount(server.context, shopId, 'TCS', values);
  const tracked = (number: string) =>
    call(accountId, (courier, access, asked) => courier.track(access, [number], asked));
  expect(await tracked(scannedAtTcs)).toMatchObject([{ found: true, status: { status: 'INPROCESS' } }]);
  await everythingIsSaved();
  expect((await load(accountId)).credentials_refused_at).toBeNull();

  expect(await tracked('999')).toMatchObject([{ found: false, unsure: true }]);
  expect(await checkNumbers(server.context, await load(accountId), ['999'])).toEqual(new Map([['999', 'unchecked']]));
  const since = server.clock.now;
  expect((await load(accountId)).credentials_refused_at).toEqual(since);
  server.clock.advance(60_000);
  expect(await tracked(scannedAtTcs)).toMatchObject([{ found: true }]);
  await everythingIsSaved();
  expect((await load(accountId)).credentials_refused_at).toEqual(since);
});

test('a label that Leopards gives to everyone is fetched while it refuses the credentials', async () => {
  const id = await refusedAccount('LEOPARD');
  const label = operations['the label, also at a public address'] ?? track;
  expect(await call(id, label)).toBeInstanceOf(Uint8Array);
});

test('a refusal of the parcel proves nothing about the credentials, and an accepted call ends the case', async () => {
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', POSTEX.values);
  const since = new Date(server.clock.now.getTime() - 60_000);
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ credentials_refused_at: since, credentials_error: 'TOKEN IS INVALID' })
      .where('id', '=', accountId)
      .execute(),
  );
  expect(await call(accountId, operations['cancel'] ?? track)).toMatchObject({ kind: 'rejected' });
  await expect.poll(async () => (await load(accountId)).last_success_at).toEqual(server.clock.now);
  expect(await load(accountId)).toMatchObject({ credentials_refused_at: since, credentials_error: 'TOKEN IS INVALID' });
  await call(accountId, cities);
  await expect
    .poll(() => load(accountId))
    .toMatchObject({ credentials_refused_at: null, credentials_error: '', last_error: '' });
});

test('the open case names the account, its courier’s words and the parcels that are not tracked', async () => {
  const id = await refusedAccount('POSTEX');
  const tomorrow = new Date(server.clock.now.getTime() + 86_400_000);
  await aShipment(server.context, shopId, { accountId: id, company: 'POSTEX', nextTrackAt: tomorrow });
  await aShipment(server.context, shopId, { accountId: id, company: 'POSTEX', nextTrackAt: tomorrow });
  const { name } = await load(id);
  expect(await health()).toEqual({
    not_responding: [],
    refused: [
      {
        ...{ id, name, company: 'POSTEX', since: server.clock.now.toISOString(), untracked: 2 },
        words: 'TOKEN IS INVALID',
      },
    ],
  });
  const since = server.clock.now.toISOString();
  expect(await toDo()).toContainEqual({ kind: 'refused-credentials', count: 1, oldest_at: since, amount: null });
  const shown = (await server.call('GET', `get-edit-account/${id}`, { token: owner.token })).body.account;
  expect(shown.health).toMatchObject({ credentials_refused_at: server.clock.now.toISOString(), last_error: '' });
});

test('an inactive account with refused credentials is named until its last parcel has ended', async () => {
  const id = await refusedAccount('POSTEX');
  const tomorrow = new Date(server.clock.now.getTime() + 86_400_000);
  const shipmentId = await aShipment(server.context, shopId, {
    accountId: id,
    company: 'POSTEX',
    nextTrackAt: tomorrow,
  });
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('courier_account').set({ in_active: true }).where('id', '=', id).execute(),
  );
  const named = async () => ({
    everywhere: (await health()).refused.length,
    toDo: (await toDo()).filter(({ kind }) => kind === 'refused-credentials').length,
  });
  expect(await named()).toEqual({ everywhere: 1, toDo: 1 });
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('shipment').set({ next_track_at: null }).where('id', '=', shipmentId).execute(),
  );
  expect(await named()).toEqual({ everywhere: 0, toDo: 0 });
});

test('the owner gets one email about refused credentials, and another one only a day later', async () => {
  const id = await refusedAccount('POSTEX');
  await call(id, track);
  await call(id, cities);
  await deliverDueNow(server);
  const [mail, second] = await mailsTo(server, owner.email);
  expect(mail?.subject).toMatch(/^PostEx refuses the credentials of POSTEX \d+ of Test shop$/);
  expect(mail?.text).toContain(`/dashboard/edit-account/${id}`);
  expect(second).toBeUndefined();
  server.clock.advance(86_400_001);
  await call(id, track);
  await deliverDueNow(server);
  expect(await mailsTo(server, owner.email)).toHaveLength(2);
});

test.each([
  ['LEOPARD', 'book, cancel or track', '1 parcel is not tracked.'],
  ['MNP', 'book or track', '1 parcel is not tracked.'],
  ['POSTEX', 'book, cancel or track', '1 parcel is not tracked.'],
  [
    'TCS',
    'book or cancel',
    '1 parcel is under way. If only the password is wrong, we still track those that TCS has scanned.',
  ],
] as const)('the email about refused credentials of %s says what we cannot do', async (company, work, parcels) => {
  const { accountId } = await anAccount(server.context, shopId, company, wrong(company));
  const tomorrow = new Date(server.clock.now.getTime() + 86_400_000);
  await aShipment(server.context, shopId, { accountId, company, nextTrackAt: tomorrow });
  await call(accountId, cities);
  await deliverDueNow(server);
  const [mail] = await mailsTo(server, owner.email);
  expect(mail?.text).toContain(`We cannot ${work} with this account until it has new credentials. ${parcels}\n`);
});

test('new credentials end the case, and a late refusal of the earlier ones does not open it again', async () => {
  const id = await refusedAccount('MNP');
  const earlier = await load(id);
  const body = { id, account_name: earlier.name, api_password: demoAccounts.MNP.values['api_password'] };
  const { account } = (await server.call('GET', `get-edit-account/${id}`, { token: owner.token })).body;
  const saved = await server.call('PUT', 'update-account', {
    token: owner.token,
    body: { ...body, revision: account.revision },
  });
  expect(saved.status).toBe(200);
  expect((await health()).refused).toEqual([]);
  await callCourier(server.context, earlier, 'test', cities).catch(() => undefined);
  expect((await health()).refused).toEqual([]);
});

test('a parallel call that succeeds does not end a pause that the courier asked for', async () => {
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', POSTEX.values);
  const before = await load(accountId);
  await server.sandbox.control('faults', { rules: [{ target: 'postex', kind: 'throttle', rate: 1, times: 1 }] });
  await call(accountId, cities);
  const paused = await load(accountId);
  expect(paused.paused_until?.getTime()).toBeGreaterThan(server.clock.now.getTime());
  // It was loaded before the pause, as a call that was already on its way.
  await callCourier(server.context, before, 'test', cities);
  await expect.poll(async () => (await load(accountId)).last_success_at).toEqual(server.clock.now);
  expect(await load(accountId)).toMatchObject({ paused_until: paused.paused_until, last_error: paused.last_error });
});
