import { companies, type Company } from '@courierdesk/contract/companies';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { demoAccounts } from '../../../../scripts/demo/demo-accounts.ts';
import { aShop, aUser, anAccount } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { takeSlot } from './courier-slots.ts';
import { accessOf, loadAccount } from './load-account.ts';

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

function formOf(company: Company, given: Record<string, unknown> = {}): Record<string, unknown> {
  const { values, account_name, weight } = demoAccounts[company];
  return { company, account_name, weight, ...values, ...given };
}
const create = (body: unknown, as = token) => server.call('POST', 'create-account', { token: as, body });
const update = (body: unknown, as = token) => server.call('PUT', 'update-account', { token: as, body });
const table = async (as = token) => (await server.call('GET', 'get-accounts-table', { token: as })).body;

const courierIs = (target: string, kind: string) =>
  server.sandbox.control('faults', { rules: [{ target, kind, rate: 1 }] });

async function stored(accountId: string) {
  const account = await withShop(server.context.db, shopId, (trx) => loadAccount(trx, shopId, accountId));
  if (!account) throw new Error('the account is not there');
  return { account, values: accessOf(server.context, account).fields };
}

test.each(companies)(
  'an account at %s is saved when the courier accepts it, and shown without its secrets',
  async (company) => {
    const created = await create(formOf(company));
    expect(created.status).toBe(200);
    expect(created.body.message).toBe('Account has been created');
    const { account } = created.body;
    expect(account).toMatchObject({ company, weight: 500, is_default: true, in_active: false, missing_to_book: [] });
    expect(account.health.last_success_at).toBe(server.clock.now.toISOString());
    expect((await stored(account.id)).values).toMatchObject(demoAccounts[company].values);

    const shown = await server.call('GET', `get-edit-account/${account.id}`, { token });
    expect(shown.body.account).toEqual(account);
    const everywhere = JSON.stringify([created.body, shown.body, await table()]);
    for (const name of account.secrets_set) expect(everywhere).not.toContain(demoAccounts[company].values[name]);
  },
);

test('a TCS account needs no more fields than the specification names, and is of the production environment', async () => {
  const { environment: _environment, ...values } = demoAccounts.TCS.values;
  const created = await create({ company: 'TCS', account_name: 'TCS Lahore', weight: 500, ...values });
  expect(created.status).toBe(200);
  expect((await stored(created.body.account.id)).values['environment']).toBe('production');
});

test.each([
  ['LEOPARD', []],
  ['MNP', ['username', 'account_no']],
  ['POSTEX', ['address_code']],
  [
    'TCS',
    [
      ...['username', 'tcs_account_id', 'client_id', 'cost_center_code'],
      ...['shipper_name', 'shipper_address', 'shipper_mobile', 'shipper_city'],
    ],
  ],
] as const)(
  'replies about an account of %s have its settings under the names of the form: %o',
  async (company, names) => {
    const { account } = (await create(formOf(company))).body;
    const values = demoAccounts[company].values;
    const shown = Object.fromEntries(names.map((name) => [name, values[name]]));
    const { body } = await server.call('GET', `get-edit-account/${account.id}`, { token });
    for (const reply of [account, body.account, (await table()).accounts[0]]) {
      expect(reply).toMatchObject({ company, ...shown });
      for (const secret of ['api_key', 'api_password', 'token', 'client_secret'])
        expect(reply).not.toHaveProperty(secret);
    }
  },
);

test('a TCS account with a customer number of its own is accepted with that number only', async () => {
  const branch = { username: 'branch.store', api_password: 'branch-tcs-pass', tcs_account_id: '04011K2' };
  const given = { ...branch, cost_center_code: '001', account_name: 'TCS branch' };
  const without = await create(formOf('TCS', given));
  expect(without.status).not.toBe(200);
  expect(without.body.errors[0].msg).toContain('No Cost Center found.');
  const created = await create(formOf('TCS', { ...given, customer_no: 'C0400117' }));
  expect(created.status).toBe(200);
  expect(created.body.account.fields).toMatchObject({ customer_no: 'C0400117' });
});

test('the first active account becomes the default one without being asked, and a second one does not', async () => {
  const inactive = (await create(formOf('MNP', { in_active: true }))).body.account;
  const first = (await create(formOf('LEOPARD'))).body.account;
  const second = (await create(formOf('POSTEX'))).body.account;
  expect([inactive, first, second].map((account) => account.is_default)).toEqual([false, true, false]);
});

test('an account that is switched on while no other is active becomes the default one, as the first one does', async () => {
  const only = (await create(formOf('LEOPARD'))).body.account;
  const change = async (account: { id: string; name: string }, in_active: boolean) =>
    (await update({ id: account.id, account_name: account.name, in_active })).body.account;
  expect(await change(only, true)).toMatchObject({ is_default: false });
  expect(await change(only, false)).toMatchObject({ is_default: true });
  const second = (await create(formOf('POSTEX'))).body.account;
  expect(second).toMatchObject({ is_default: false });
  await change(only, true);
  // Another one is active: a person decides which is the default.
  expect(await change(only, false)).toMatchObject({ is_default: false });
});

test('a new account without a weight takes the shop’s default weight', async () => {
  const settings = { free_shipping_value: 0, default_weight: 350, show_discount: false };
  await server.call('POST', 'store/default-settings', { token, body: settings });
  const { body } = await create(formOf('LEOPARD', { weight: undefined }));
  expect(body.account.weight).toBe(350);
});

test('stored credentials cannot be read without the key, nor moved to another account', async () => {
  const { body } = await create(formOf('LEOPARD'));
  const { account } = await stored(body.account.id);
  expect(account.secrets.includes('demo-leopard-pass')).toBe(false);
  expect(() => accessOf(server.context, { ...account, id: 'f'.repeat(24) })).toThrow('unable to authenticate');
});

test('credentials that the courier refuses are not saved, and the refusal names a field', async () => {
  const refused = await create(formOf('LEOPARD', { api_password: 'wrong' }));
  expect(refused.status).toBe(422);
  expect(refused.body.errors[0].code).toBe('courier-unauthorised');
  expect(refused.body.errors[0].field).toBe('api_key');
  expect(refused.body.errors[0].msg).toContain('Leopards refused these credentials.');
  expect(refused.body.errors[0].detail.courier_words).not.toBe('');
  expect((await table()).accounts).toEqual([]);
});

test.each(companies)('wrong credentials at %s are distinguished from a courier that is down', async (company) => {
  const secret = company === 'POSTEX' ? 'token' : 'api_password';
  expect((await create(formOf(company, { [secret]: 'wrong' }))).body.errors[0].code).toBe('courier-unauthorised');
  await courierIs(company.toLowerCase(), 'down');
  expect((await create(formOf(company))).body.errors[0].code).toBe('courier-unavailable');
});

test('while the courier is down an account is saved only when asked to', async () => {
  await courierIs('postex', 'error500');
  expect((await create(formOf('POSTEX'))).body.errors[0].code).toBe('courier-unavailable');
  const saved = await create(formOf('POSTEX', { save_anyway: true }));
  expect(saved.status).toBe(200);
  expect(saved.body.account.health.last_success_at).toBeNull();
});

test('an account that was saved while the courier was down is connected once its stored credentials are verified', async () => {
  await courierIs('postex', 'error500');
  const { account } = (await create(formOf('POSTEX', { save_anyway: true }))).body;
  await server.sandbox.control('faults', { clear: true });
  const successAfter = async (change: object) => {
    const body = { id: account.id, company: 'POSTEX', ...change };
    const tried = await server.call('POST', 'courier-accounts/verification', { token, body });
    expect(tried.status).toBe(200);
    return (await server.call('GET', `get-edit-account/${account.id}`, { token })).body.account.health.last_success_at;
  };
  expect(await successAfter({ address_code: '002' })).toBeNull();
  expect(await successAfter({})).toBe(server.clock.now.toISOString());
});

test('wrong credentials are not saved even when asked to save anyway', async () => {
  const refused = await create(formOf('MNP', { api_password: 'wrong', save_anyway: true }));
  expect(refused.body.errors[0].code).toBe('courier-unauthorised');
});

test('M&P choices are filled in where the account has only one of each, and else block booking by name', async () => {
  const blank = { location_id: '', return_location: '', sub_account_id: '', insert_type: '' };
  const single = await create(formOf('MNP', blank));
  const only = { location_id: '88', return_location: '88', sub_account_id: '6', insert_type: '19' };
  expect(single.body.account.fields).toMatchObject(only);
  expect(single.body.account.missing_to_book).toEqual([]);

  const several = await create(
    formOf('MNP', {
      ...blank,
      account_name: 'Many',
      username: 'many_stores',
      api_password: 'many-mnp-pass',
      account_no: '7K902',
    }),
  );
  expect(several.status).toBe(200);
  expect(several.body.account.missing_to_book).toContain('Pickup location');
});

test('credentials can be tried without saving, and offer what can be chosen with them', async () => {
  const tried = await server.call('POST', 'courier-accounts/verification', {
    token,
    body: { company: 'POSTEX', token: demoAccounts.POSTEX.values['token'] },
  });
  expect(tried.status).toBe(200);
  expect(tried.body.choices.address_code.map((choice: { value: string }) => choice.value)).toEqual(['001', '002']);
  expect((await table()).accounts).toEqual([]);

  const { body } = await create(formOf('POSTEX'));
  const again = await server.call('POST', 'courier-accounts/verification', {
    token,
    body: { id: body.account.id, company: 'POSTEX', token: '' },
  });
  expect(again.body.choices.address_code).toHaveLength(2);
});

test('trying the credentials of an account whose calls are all in use says when to try again', async () => {
  const { id } = (await create(formOf('LEOPARD'))).body.account;
  const { account } = await stored(id);
  const inUse = await Promise.all(
    Array.from({ length: account.parallel_calls }, () => takeSlot(server.context, account, { waitMs: 1_000 })),
  );
  const { status, headers, body } = await server.call('POST', 'courier-accounts/verification', {
    token,
    body: { id, ...formOf('LEOPARD') },
  });
  await Promise.all(inUse.map((slot) => slot.release()));
  expect(status).toBe(429);
  expect(body.errors[0].code).toBe('account-busy');
  expect(headers.get('retry-after')).toBe('5');
});

test('trying without the needed credentials names the field', async () => {
  const tried = await server.call('POST', 'courier-accounts/verification', {
    token,
    body: { company: 'MNP', username: 'x' },
  });
  expect(tried.status).toBe(400);
  expect(tried.body.errors[0]).toMatchObject({ field: 'account_no', msg: 'Account number is required' });
});

test.each([
  [{ company: '' }, 'company', 'Company name is required'],
  [{ company: undefined }, 'company', 'Company name is required'],
  [{ account_name: ' ' }, 'account_name', 'Account name is required'],
  [{ account_name: undefined }, 'account_name', 'Account name is required'],
  [{ account_name: 'x'.repeat(31) }, 'account_name', 'Account name: maximum 30 characters'],
  [{ weight: 50_001 }, 'weight', 'Weight must be a number from 0 to 50,000 grams'],
  [{ weight: '' }, 'weight', 'Weight must be a number from 0 to 50,000 grams'],
  [{ weight: null }, 'weight', 'Weight must be a number from 0 to 50,000 grams'],
  [{ api_key: '' }, 'api_key', 'API key is required'],
  [{ api_password: 'x'.repeat(101) }, 'api_password', 'API password: maximum 100 characters'],
  [{ is_default: true, in_active: true }, 'is_default', 'An inactive account cannot be the default account.'],
])('a form with %o is refused beside the field', async (wrong, field, msg) => {
  const refused = await create(formOf('LEOPARD', wrong));
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toContainEqual(expect.objectContaining({ field, msg }));
});

test('a TCS environment is one of the list, never an address', async () => {
  const refused = await create(formOf('TCS', { environment: 'evil.test' }));
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0].field).toBe('environment');
});

test.each([
  [
    'TCS',
    'cost_center_code',
    '003',
    'Cost centre code: TCS has no 003 for this account. Choose from 001 - LHR, 002 - KHI.',
  ],
  ['POSTEX', 'address_code', '009', 'Pickup address code: PostEx has no 009 for this account. Choose from 001, 002.'],
  ['MNP', 'location_id', '99', 'Pickup location: M&P has no 99 for this account. Choose from 88.'],
  ['MNP', 'return_location', '99', 'Return location: M&P has no 99 for this account. Choose from 88.'],
] as const)(
  '%s: a %s that the courier does not offer is refused beside the field',
  async (company, field, wrong, msg) => {
    const refused = await create(formOf(company, { [field]: wrong, save_anyway: true }));
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([expect.objectContaining({ field, msg })]);
    const { account } = (await create(formOf(company))).body;
    const edited = await update({ id: account.id, account_name: account.name, [field]: wrong });
    expect(edited.body.errors).toEqual([expect.objectContaining({ field, msg })]);
    expect((await stored(account.id)).values[field]).toBe(demoAccounts[company].values[field]);
  },
);

test('a wrong TCS cost centre that was saved while TCS was down can be mended', async () => {
  await courierIs('tcs', 'down');
  const { account } = (await create(formOf('TCS', { cost_center_code: '999', save_anyway: true }))).body;
  await server.sandbox.control('faults', { clear: true });
  const mended = await update({ id: account.id, account_name: account.name, cost_center_code: '002 - KHI' });
  expect(mended.body).toMatchObject({
    message: 'Account updated',
    account: { fields: { cost_center_code: '002 - KHI' } },
  });
});

test.each([
  ['TCS', 'shipper_mobile', '042-35761234', 'Shipper mobile: enter a mobile number like 03001234567'],
  ['TCS', 'tcs_account_id', '04011K1-LAHORE', 'TCS account: 3 to 12 characters'],
  ['TCS', 'cost_center_code', '1', 'Cost centre code: 2 to 20 characters'],
  ['LEOPARD', 'shipment_id', 'Main shop', 'Shipper id: enter digits only'],
  ['MNP', 'return_location', 'Karachi', 'Return location: enter digits only'],
  ['MNP', 'sub_account_id', '6A', 'Sub account: enter digits only'],
  ['MNP', 'insert_type', 'MP', 'Insert type: enter digits only'],
] as const)(
  '%s: a value of %s that the courier does not take is refused beside the field',
  async (company, field, wrong, msg) => {
    const refused = await create(formOf(company, { [field]: wrong }));
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([expect.objectContaining({ field, msg })]);
  },
);

test('an insert type that was stored before digits were asked for stops no other change', async () => {
  const values = { ...demoAccounts.MNP.values, insert_type: 'MP' };
  const { accountId } = await anAccount(server.context, shopId, 'MNP', values, { name: 'Old' });
  const same = { id: accountId, account_name: 'Old' };
  expect((await update({ ...same, insert_type: 'MP', return_location: '88', weight: 700 })).status).toBe(200);
  expect((await update({ ...same, insert_type: 'COD' })).body.errors[0]).toMatchObject({ field: 'insert_type' });
});

test('what was stored before a format was asked for stops no other change', async () => {
  const values = { ...demoAccounts.TCS.values, shipper_mobile: '0300-7654321' };
  const { accountId } = await anAccount(server.context, shopId, 'TCS', values, { name: 'Old' });
  expect((await update({ id: accountId, account_name: 'Old', in_active: true })).status).toBe(200);
  const refused = await update({ id: accountId, account_name: 'Old', shipper_mobile: '0300-1234567' });
  expect(refused.body.errors[0]).toMatchObject({ field: 'shipper_mobile' });
  expect((await update({ id: accountId, account_name: 'Old', shipper_mobile: '03001234567' })).status).toBe(200);
});

test('a blank secret keeps the stored one, a new one replaces it after the courier accepted it', async () => {
  const { account } = (await create(formOf('MNP'))).body;
  const kept = await update({ id: account.id, account_name: 'Renamed', api_password: '' });
  expect(kept.body).toMatchObject({ message: 'Account updated', account: { name: 'Renamed', weight: 500 } });
  expect((await stored(account.id)).values).toMatchObject(demoAccounts.MNP.values);

  const refused = await update({ id: account.id, account_name: 'Renamed', api_password: 'wrong' });
  expect(refused.body.errors[0]).toMatchObject({ code: 'courier-unauthorised', field: 'api_password' });
  expect((await stored(account.id)).values['api_password']).toBe('demo-mnp-pass');
});

test('settings that the courier does not know about are saved while it is down, credentials are not', async () => {
  const { account } = (await create(formOf('TCS'))).body;
  await courierIs('tcs', 'down');
  expect((await update({ id: account.id, account_name: 'Weightier', weight: 900, in_active: true })).status).toBe(200);
  const changed = { id: account.id, account_name: 'Weightier', client_secret: 'another' };
  expect((await update(changed)).body.errors[0].code).toBe('courier-unavailable');
  expect((await update({ ...changed, save_anyway: true })).status).toBe(200);
  const now = await stored(account.id);
  expect(now.values['client_secret']).toBe('another');
  expect(now.account.version).toBe(2);
});

test('new credentials that the courier refuses are shown at a field that the form lets people change', async () => {
  const { account } = (await create(formOf('LEOPARD'))).body;
  const refused = await update({ id: account.id, account_name: account.name, api_password: 'wrong' });
  expect(refused.body.errors[0]).toMatchObject({ code: 'courier-unauthorised', field: 'api_password' });
});

test('what cannot be changed later is refused by name', async () => {
  const { account } = (await create(formOf('LEOPARD'))).body;
  const refused = await update({ id: account.id, account_name: 'Same', api_key: 'other-key' });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatchObject({
    field: 'api_key',
    msg: 'API key cannot be changed later. Create a new account for it.',
  });
});

test('a required setting cannot be emptied', async () => {
  const { account } = (await create(formOf('POSTEX'))).body;
  const refused = await update({ id: account.id, account_name: 'PostEx', address_code: '' });
  expect(refused.body.errors[0]).toMatchObject({ field: 'address_code', msg: 'Pickup address code is required' });
});

test('there is at most one default: a new one takes its place, an inactive one loses it', async () => {
  const one = (await create(formOf('LEOPARD', { is_default: true }))).body.account;
  const two = (await create(formOf('MNP', { is_default: true }))).body.account;
  const defaults = async (): Promise<string[]> =>
    (await table()).accounts
      .filter((row: { is_default: boolean }) => row.is_default)
      .map((row: { id: string }) => row.id);
  expect(await defaults()).toEqual([two.id]);
  await update({ id: one.id, account_name: one.name, is_default: true });
  expect(await defaults()).toEqual([one.id]);
  expect((await update({ id: one.id, account_name: one.name, is_default: true, in_active: true })).status).toBe(400);
  await update({ id: one.id, account_name: one.name, in_active: true });
  expect(await defaults()).toEqual([]);
});

test('two accounts made default at the same moment leave one default', async () => {
  const one = await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values, { name: 'One' });
  const two = await anAccount(server.context, shopId, 'POSTEX', demoAccounts.POSTEX.values, { name: 'Two' });
  const answers = await Promise.all([
    update({ id: one.accountId, account_name: 'One', is_default: true }),
    update({ id: two.accountId, account_name: 'Two', is_default: true }),
    create(formOf('TCS', { is_default: true })),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect((await table()).accounts.filter((row: { is_default: boolean }) => row.is_default)).toHaveLength(1);
});

test('a name is used once in a shop, whatever its case, even when taken twice at the same moment', async () => {
  const answers = await Promise.all([
    create(formOf('LEOPARD', { account_name: 'Main' })),
    create(formOf('POSTEX', { account_name: 'MAIN' })),
  ]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  const clash = answers.find((answer) => answer.status === 409);
  expect(clash?.body.errors[0]).toMatchObject({ code: 'conflict', field: 'account_name' });

  const other = (await create(formOf('TCS'))).body.account;
  expect((await update({ id: other.id, account_name: 'main' })).status).toBe(409);
  const elsewhere = await aShop(server.context);
  const owner = await aUser(server.context, elsewhere.shopId);
  expect((await create(formOf('LEOPARD', { account_name: 'Main' }), owner.token)).status).toBe(200);
});

test('the free plan holds ten accounts, also when two are added at once', async () => {
  const free = await aShop(server.context, { plan: 'FREE' });
  const owner = await aUser(server.context, free.shopId);
  for (let n = 0; n < 9; n += 1) await anAccount(server.context, free.shopId, 'LEOPARD', demoAccounts.LEOPARD.values);
  const answers = await Promise.all([
    create(formOf('LEOPARD', { account_name: 'Ten' }), owner.token),
    create(formOf('LEOPARD', { account_name: 'Also ten' }), owner.token),
  ]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403]);
  const refused = answers.find((answer) => answer.status === 403);
  expect(refused?.body).toMatchObject({
    plan_limit_error: true,
    errors: [{ code: 'plan-limit', msg: 'Kindly upgrade your plan' }],
  });
});

test('a paid plan that ran out counts as free', async () => {
  for (let n = 0; n < 10; n += 1) await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values);
  expect((await create(formOf('TCS'))).status).toBe(200);
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('subscription')
      .set({ expires_at: new Date(server.clock.now.getTime() - 1) })
      .execute(),
  );
  expect((await create(formOf('TCS', { account_name: 'Twelfth' }))).body.plan_limit_error).toBe(true);
  const { body } = await server.call('GET', 'check-subscription', { token });
  expect(body).toMatchObject({ plan: 'FREE', subscribed: false });
});

test('an inactive account cannot be switched on beyond the plan', async () => {
  const free = await aShop(server.context, { plan: 'FREE' });
  const owner = await aUser(server.context, free.shopId);
  for (let n = 0; n < 10; n += 1) await anAccount(server.context, free.shopId, 'LEOPARD', demoAccounts.LEOPARD.values);
  const off = await anAccount(server.context, free.shopId, 'MNP', demoAccounts.MNP.values, { inactive: true });
  const refused = await update({ id: off.accountId, account_name: 'On', in_active: false }, owner.token);
  expect(refused.body.plan_limit_error).toBe(true);
});

test('of two accounts that are switched on at once, the plan lets one in', async () => {
  const free = await aShop(server.context, { plan: 'FREE' });
  const owner = await aUser(server.context, free.shopId);
  for (let n = 0; n < 9; n += 1) await anAccount(server.context, free.shopId, 'LEOPARD', demoAccounts.LEOPARD.values);
  const off = [
    await anAccount(server.context, free.shopId, 'MNP', demoAccounts.MNP.values, { inactive: true, name: 'One' }),
    await anAccount(server.context, free.shopId, 'MNP', demoAccounts.MNP.values, { inactive: true, name: 'Other' }),
  ];
  const answers = await Promise.all(
    off.map(({ accountId }, n) =>
      update({ id: accountId, account_name: n === 0 ? 'One' : 'Other', in_active: false }, owner.token),
    ),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403]);
});

test('lists come by name, active ones for booking with the default first', async () => {
  await anAccount(server.context, shopId, 'TCS', demoAccounts.TCS.values, { name: 'alpha' });
  await anAccount(server.context, shopId, 'MNP', demoAccounts.MNP.values, { name: 'Beta', inactive: true });
  await anAccount(server.context, shopId, 'LEOPARD', demoAccounts.LEOPARD.values, { name: 'Gamma', isDefault: true });
  const names = (rows: { name: string }[]) => rows.map((row) => row.name);
  expect(names((await server.call('GET', 'get-accounts', { token })).body.accounts)).toEqual([
    'alpha',
    'Beta',
    'Gamma',
  ]);
  expect(names((await server.call('GET', 'get-active-accounts', { token })).body.accounts)).toEqual(['Gamma', 'alpha']);
  const page = await server.call('GET', 'get-accounts-table?page=2&limit=2', { token });
  expect(names(page.body.accounts)).toEqual(['Gamma']);
  expect(page.body.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
});

test('every change is in the audit record, without a secret', async () => {
  const { account } = (await create(formOf('MNP'))).body;
  await update({ id: account.id, account_name: 'Renamed' });
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('subject_id', '=', account.id)
      .orderBy('id')
      .execute(),
  );
  expect(events.map((event) => event.action).toSorted()).toEqual([
    'courier-account.created',
    'courier-account.updated',
  ]);
  expect(JSON.stringify(events)).not.toContain('demo-mnp-pass');
});

test('staff see and change accounts only with the right scopes, and strangers never', async () => {
  const { account } = (await create(formOf('LEOPARD'))).body;
  const booker = await aUser(server.context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ACCOUNTS'] });
  const ofSettings = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_SETTINGS'] });
  const status = async (method: string, path: string, as: string | undefined, body?: unknown): Promise<number> =>
    (await server.call(method, path, { ...(as && { token: as }), ...(body !== undefined && { body }) })).status;
  expect(await status('GET', 'get-accounts-table', reader.token)).toBe(200);
  expect(await status('GET', 'get-accounts-table', booker.token)).toBe(403);
  expect(await status('GET', 'get-active-accounts', booker.token)).toBe(200);
  expect(await status('GET', 'get-accounts', ofSettings.token), 'the courier rules name the accounts').toBe(200);
  expect(await status('GET', 'get-accounts-table', ofSettings.token)).toBe(403);
  expect(await status('GET', 'courier-health', booker.token)).toBe(200);
  expect(await status('GET', `get-cities/${account.id}`, reader.token)).toBe(403);
  expect(await status('POST', 'create-account', reader.token, formOf('MNP'))).toBe(403);
  expect(await status('PUT', 'update-account', reader.token, { id: account.id, account_name: 'X' })).toBe(403);
  expect(await status('POST', 'courier-accounts/verification', booker.token, { company: 'MNP' })).toBe(403);
  for (const path of [
    'get-accounts-table',
    'get-accounts',
    'get-active-accounts',
    'courier-health',
    'get-tcs-cities',
    `get-cities/${account.id}`,
  ])
    expect(await status('GET', path, undefined)).toBe(401);
});

test("another shop's account is not there", async () => {
  const { account } = (await create(formOf('LEOPARD'))).body;
  const elsewhere = await aShop(server.context);
  const stranger = await aUser(server.context, elsewhere.shopId);
  expect((await server.call('GET', `get-edit-account/${account.id}`, { token: stranger.token })).status).toBe(404);
  expect((await server.call('GET', `get-cities/${account.id}`, { token: stranger.token })).status).toBe(404);
  expect((await update({ id: account.id, account_name: 'Mine now' }, stranger.token)).status).toBe(404);
  const tried = { id: account.id, company: 'LEOPARD' };
  expect(
    (await server.call('POST', 'courier-accounts/verification', { token: stranger.token, body: tried })).status,
  ).toBe(404);
  expect((await table(stranger.token)).accounts).toEqual([]);
});
