import { companies } from '@courierdesk/contract/companies';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { requestNeededJobs } from '../../base/jobs/request-needed-jobs.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { cityMatcherOf, matchCityOf, refreshCityList, rememberCity } from './city-list.ts';
import { cityWork } from './jobs.ts';
import { loadAccount } from './load-account.ts';

let server: TestServer;
let shopId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sandbox.control('faults', { clear: true });
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
});

const citiesOf = (accountId: string, spelling = '') =>
  server.call('GET', `get-cities/${accountId}?spelling=${encodeURIComponent(spelling)}`, { token });

const down = (target: string) => server.sandbox.control('faults', { rules: [{ target, kind: 'down', rate: 1 }] });

const aLeopard = () => anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values);

const day = 24 * 3_600_000;

test.each(companies)('the cities of %s are listed, and a misspelt one finds its city', async (company) => {
  const { accountId } = await anAccount(server.context, shopId, company, demoAccounts[company].values);
  const { status, body } = await citiesOf(accountId, ' Faislabad ');
  expect(status).toBe(200);
  expect(body.cities.length).toBeGreaterThan(100);
  expect(body.certain.name).toMatch(/^faisalabad$/i);
  expect(body.matches[0].name).toBe(body.certain.name);
  expect(body.remembered).toBeNull();
});

test('an ambiguous city is left to the person', async () => {
  const { accountId } = await aLeopard();
  expect((await citiesOf(accountId, 'Chak 41 near the canal')).body.certain).toBeNull();
});

async function chosen(accountId: string, spelling: string, name: RegExp) {
  const { cities } = (await citiesOf(accountId)).body;
  const city = cities.find((one: { name: string }) => name.test(one.name));
  await withShop(server.context.db, shopId, (trx) =>
    rememberCity(trx, shopId, 'LEOPARD', spelling, city, cities, { by: 'Ali', now: server.clock.now }),
  );
  return city;
}

test('a city that the shop chose for a spelling is certain next time, for this shop and courier only, if no other city resembles the spelling', async () => {
  const { accountId } = await aLeopard();
  const lahore = await chosen(accountId, ' QZXVW ', /^lahore$/i);
  expect((await citiesOf(accountId, 'qzxvw')).body).toMatchObject({ certain: lahore, remembered: lahore });
  const tcs = await anAccount(server.context, shopId, 'TCS', demoAccounts.TCS.values);
  expect((await citiesOf(tcs.accountId, 'qzxvw')).body.remembered).toBeNull();
  const account = await withShop(server.context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!account) throw new Error('the account is not there');
  const matcher = await cityMatcherOf(server.context, shopId, account);
  expect(matcher('qzxvw')).toEqual(await matchCityOf(server.context, shopId, account, 'qzxvw'));
});

test.each(['Mirpur', 'Punjab', 'Old Town'])(
  'a city that the shop chose for a spelling is only proposed for the next order to %s',
  async (spelling) => {
    const { accountId } = await aLeopard();
    const lahore = await chosen(accountId, spelling, /^lahore$/i);
    const { body } = await citiesOf(accountId, spelling);
    expect(body).toMatchObject({ certain: null, remembered: lahore });
    expect(body.matches[0].name).toBe(lahore.name);
  },
);

test('a city that the shop chose for a spelling never overrules a city that the spelling names', async () => {
  const { accountId } = await aLeopard();
  const before = (await citiesOf(accountId, 'Lhr')).body;
  await chosen(accountId, 'Lhr', /^multan$/i);
  expect((await citiesOf(accountId, 'Lhr')).body).toEqual(before);
  expect(before.certain.name).toMatch(/^lahore$/i);
});

test('a city that the shop chose for a spelling is no longer certain after another city was chosen for the same spelling', async () => {
  const { accountId } = await aLeopard();
  await chosen(accountId, 'Qzxvw', /^lahore$/i);
  const multan = await chosen(accountId, 'Qzxvw', /^multan$/i);
  expect((await citiesOf(accountId, 'Qzxvw')).body).toMatchObject({ certain: null, remembered: multan });
});

test('a city that the shop chose for a spelling is listed with who chose it and how often, until a person deletes it', async () => {
  const { accountId } = await aLeopard();
  await chosen(accountId, 'Qzxvw', /^lahore$/i);
  await chosen(accountId, ' QZXVW', /^lahore$/i);
  const list = async () => (await server.call('GET', 'city-choices', { token })).body;
  const { data, total } = await list();
  expect(total).toBe(1);
  expect(data).toMatchObject([
    { spelling: 'qzxvw', company: 'LEOPARD', chosen_by: 'Ali', times: 2, contradicted: false },
  ]);
  const forget = (as: string) =>
    server.call('DELETE', 'city-choices', { token: as, body: { company: 'LEOPARD', spelling: 'qzxvw' } });
  const { shopId: otherShop } = await aShop(server.context);
  expect((await forget((await aUser(server.context, otherShop)).token)).status).toBe(404);
  const deleted = await forget(token);
  expect(deleted.body.message).toMatch(/^“qzxvw” is no longer proposed as lahore for Leopards\.$/i);
  expect((await citiesOf(accountId, 'Qzxvw')).body).toMatchObject({ certain: null, remembered: null });
  expect(await list()).toEqual({ data: [], total: 0 });
  await chosen(accountId, 'Qzxvw', /^lahore$/i);
  await chosen(accountId, 'Qzxvw', /^multan$/i);
  expect((await list()).data).toMatchObject([{ times: 1, contradicted: true }]);
});

test('a city that the shop chose for a spelling is found by its name when the courier gives its cities new numbers', async () => {
  const { accountId } = await aLeopard();
  const { cities } = (await citiesOf(accountId)).body;
  const multan = cities.find((city: { name: string }) => /^multan$/i.test(city.name));
  const older = { id: 'an-older-number', name: multan.name };
  await withShop(server.context.db, shopId, (trx) =>
    rememberCity(trx, shopId, 'LEOPARD', 'Qzxvw', older, cities, { by: 'Ali', now: server.clock.now }),
  );
  expect((await citiesOf(accountId, 'Qzxvw')).body.certain).toEqual(multan);
});

test('the list is asked for once a day, and an old one serves while the courier is down', async () => {
  const { accountId } = await aLeopard();
  const first = (await citiesOf(accountId)).body.cities;
  await down('leopard');
  expect((await citiesOf(accountId)).body.cities).toEqual(first);
  server.clock.advance(day + 1);
  expect((await citiesOf(accountId)).body.cities).toEqual(first);
});

test('another process uses the list that was kept', async () => {
  const { accountId } = await aLeopard();
  await citiesOf(accountId);
  await down('leopard');
  const account = await withShop(server.context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!account) throw new Error('the account is not there');
  const { certain } = await matchCityOf(server.secondContext(), shopId, account, 'Lahore');
  expect(certain?.name).toMatch(/^lahore$/i);
});

test("without any list the spec's words say so", async () => {
  const { accountId } = await aLeopard();
  await down('leopard');
  const { status, body } = await citiesOf(accountId);
  expect(status).toBe(422);
  expect(body.errors[0]).toMatchObject({ code: 'city-fetching-failed', msg: 'City fetching failed' });
});

test('new credentials mean new cities', async () => {
  const { accountId } = await anAccount(server.context, shopId, 'POSTEX', demoAccounts.POSTEX.values, { name: 'P' });
  await citiesOf(accountId);
  await server.call('PUT', 'update-account', {
    token,
    body: { id: accountId, account_name: 'P', address_code: '002' },
  });
  await down('postex');
  expect((await citiesOf(accountId)).body.errors[0].code).toBe('city-fetching-failed');
});

test('the worker keeps the lists of active accounts fresh, and passes over a courier that is down', async () => {
  const leopard = await aLeopard();
  const tcs = await anAccount(server.context, shopId, 'TCS', demoAccounts.TCS.values);
  const off = await anAccount(server.context, shopId, 'POSTEX', demoAccounts.POSTEX.values, { inactive: true });
  const fetched = async (): Promise<Map<string, Date>> => {
    const rows = await withShop(server.context.db, shopId, (trx) =>
      trx.selectFrom('courier_city_list').select(['account_id', 'fetched_at']).execute(),
    );
    return new Map(rows.map((row) => [row.account_id, row.fetched_at]));
  };
  server.clock.advance(1_000);
  await down('tcs');
  await requestNeededJobs(server.context, [cityWork]);
  await server.work('courier-cities');
  expect([...(await fetched()).keys()]).toEqual([leopard.accountId]);

  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(day);
  await server.work('courier-cities');
  const now = await fetched();
  expect(now.get(leopard.accountId)).toEqual(server.clock.now);
  expect(now.get(tcs.accountId)).toEqual(server.clock.now);
  expect(now.has(off.accountId)).toBe(false);
});

test('a list that takes a courier longer than people wait is read by the worker', async () => {
  const { accountId } = await anAccount(server.context, shopId, 'MNP', demoAccounts.MNP.values);
  await requestNeededJobs(server.context, [cityWork]);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  try {
    expect((await citiesOf(accountId)).body.errors[0].code).toBe('city-fetching-failed');
    await server.work('courier-cities');
    expect((await citiesOf(accountId)).body.cities.length).toBeGreaterThan(100);
  } finally {
    vi.restoreAllMocks();
  }
});

test('a worker that stops while it reads cities leaves them to the next one', async () => {
  const { accountId } = await aLeopard();
  const next = await cityWork.run(server.context, { shopId, key: accountId }, AbortSignal.abort());
  expect(next?.getTime()).toBeLessThanOrEqual(server.clock.now.getTime());
});

test('TCS cities for the form: of an account if there is one, else those that come with the product', async () => {
  const names = async (): Promise<string[]> =>
    (await server.call('GET', 'get-tcs-cities', { token })).body.cities.map((city: { name: string }) => city.name);
  const bundled = await names();
  expect(bundled.length).toBeGreaterThan(100);
  expect(bundled).toContain('LAHORE');
  expect(bundled.every((name) => name === name.toUpperCase())).toBe(true);

  await anAccount(server.context, shopId, 'TCS', demoAccounts.TCS.values);
  const ofAccount = await names();
  expect(ofAccount).toContain('TALL');
  expect(new Set(ofAccount).size).toBe(ofAccount.length);
});

test('TCS cities are there even when TCS is not', async () => {
  await anAccount(server.context, shopId, 'TCS', demoAccounts.TCS.values);
  await down('tcs');
  expect((await server.call('GET', 'get-tcs-cities', { token })).body.cities.length).toBeGreaterThan(100);
});

test('a list of cities that was asked for with earlier credentials is not kept for the new ones', async () => {
  const { accountId } = await aLeopard();
  const inShop = <T>(work: Parameters<typeof withShop<T>>[2]): Promise<T> => withShop(server.context.db, shopId, work);
  const earlier = await inShop((trx) => loadAccount(trx, shopId, accountId));
  if (!earlier) throw new Error('the account is not there');
  await inShop((trx) =>
    trx
      .updateTable('courier_account')
      .set({ version: earlier.version + 1, cities_next_at: server.clock.now })
      .where('id', '=', accountId)
      .execute(),
  );
  expect((await refreshCityList(server.context, shopId, earlier, {})).length).toBeGreaterThan(100);
  const kept = await inShop((trx) =>
    trx.selectFrom('courier_city_list').select('fetched_at').where('account_id', '=', accountId).execute(),
  );
  expect(kept).toEqual([]);
  const now = await inShop((trx) => loadAccount(trx, shopId, accountId));
  expect(now?.cities_next_at).toEqual(server.clock.now);
});
