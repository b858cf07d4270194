import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { accountsByName } from '../courier-accounts/find-accounts.ts';
import { accountChooser, type RuleOrder } from './choose-account.ts';
import { rulesOf } from './find-rules.ts';

let server: TestServer;
let shopId: string;
let token: string;
let leopards: string;
let postex: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
  const account = (company: 'LEOPARD' | 'POSTEX', name: string, isDefault = false) =>
    anAccount(server.context, shopId, company, courierValues[company], { name, isDefault });
  ({ accountId: leopards } = await account('LEOPARD', 'Leopards Lahore', true));
  ({ accountId: postex } = await account('POSTEX', 'PostEx'));
});

const rule = (given: Record<string, unknown> = {}) => ({
  name: 'Karachi',
  cities: [],
  targets: [{ account_id: postex, share: 100 }],
  ...given,
});
const save = (rules: unknown[], rest: Record<string, unknown> = {}, as = token) =>
  server.call('PUT', 'booking-rules', { token: as, body: { rules, fallback: null, revision: 0, ...rest } });

const choose = async (order: Partial<RuleOrder> = {}) =>
  withShop(server.context.db, shopId, async (trx) => {
    const [rules, accounts] = [await rulesOf(trx, shopId), await accountsByName(trx, shopId)];
    const usual = {
      orderId: '0123456789abcdef01234567',
      cities: ['Lahore'],
      isPrepaid: false,
      weight: 500,
      value: 2450,
    };
    const { accountId, because } = accountChooser(rules, accounts)({ ...usual, ...order });
    return { accountId, because };
  });

it('the account of an order without rules is the default account', async () => {
  expect(await choose()).toEqual({ accountId: leopards, because: 'Default account' });
});

it('the account of an order is that of the first rule whose conditions are all met', async () => {
  await save([
    rule({ name: 'Heavy', weight_from: 5000 }),
    rule({ name: 'Prepaid', payment: 'prepaid' }),
    rule({ name: 'Dear in Karachi', cities: ['khi'], value_from: 10_000, value_to: 20_000 }),
  ]);
  expect(await choose()).toEqual({ accountId: leopards, because: 'Default account' });
  expect(await choose({ weight: 5000 })).toEqual({ accountId: postex, because: 'Rule "Heavy"' });
  expect(await choose({ isPrepaid: true })).toEqual({ accountId: postex, because: 'Rule "Prepaid"' });
  expect(await choose({ cities: ['KARACHI.'], value: 20_000 })).toMatchObject({ because: 'Rule "Dear in Karachi"' });
  expect(await choose({ cities: ['کراچی'], value: 20_001 })).toMatchObject({ because: 'Default account' });
});

it('the account of an order is shared out in percent, and stays the same for the same order', async () => {
  const targets = [
    { account_id: leopards, share: 30 },
    { account_id: postex, share: 70 },
  ];
  await save([rule({ targets })]);
  const chosenFor = async (index: number): Promise<string> =>
    (await choose({ orderId: index.toString(16).padStart(24, '0') })).accountId;
  const given: string[] = [];
  for (let index = 0; index < 400; index += 1) given.push(await chosenFor(index));
  for (let index = 0; index < 5; index += 1) expect(await chosenFor(index)).toBe(given[index]);
  const share = given.filter((id) => id === leopards).length / given.length;
  expect(share).toBeGreaterThan(0.22);
  expect(share).toBeLessThan(0.38);
});

it('the account of an order passes over accounts that cannot book, and says so', async () => {
  const targets = [
    { account_id: leopards, share: 50 },
    { account_id: postex, share: 50 },
  ];
  await save([rule({ targets }), rule({ name: 'Only PostEx' })], { fallback: postex });
  await withShop(server.context.db, shopId, (trx) =>
    trx
      .updateTable('courier_account')
      .set({ in_active: true })
      .where('shop_id', '=', shopId)
      .where('id', '=', postex)
      .execute(),
  );
  for (const orderId of ['a', 'b', 'c', 'd'])
    expect(await choose({ orderId: orderId.repeat(24) })).toEqual({
      accountId: leopards,
      because: 'Rule "Karachi"; PostEx is inactive',
    });
  const { body } = await server.call('GET', 'booking-rules', { token });
  expect(body.warnings).toEqual([
    { index: 0, msg: 'PostEx is inactive. The other accounts of the rule get these orders.' },
    { index: 1, msg: 'PostEx is inactive. The next matching rule applies.' },
    { index: null, msg: 'PostEx is inactive. Leopards Lahore gets these orders.' },
  ]);
});

it('a fallback account that cannot book has a warning that says which account gets its orders, if any does', async () => {
  const { accountId: mnp } = await anAccount(server.context, shopId, 'MNP', courierValues.MNP, { name: 'M&P' });
  await save([], { fallback: postex });
  const change = (id: string, values: { in_active?: boolean; is_default?: boolean }) =>
    withShop(server.context.db, shopId, (trx) =>
      trx.updateTable('courier_account').set(values).where('id', '=', id).execute(),
    );
  const warning = async () => (await server.call('GET', 'booking-rules', { token })).body.warnings[0]?.msg;
  await change(postex, { in_active: true });
  expect(await warning()).toBe('PostEx is inactive. Leopards Lahore gets these orders.');
  await change(leopards, { is_default: false });
  expect(await warning()).toBe(
    'PostEx is inactive. No account is proposed for these orders, because there is no default account.',
  );
  expect((await choose()).accountId).toBe('');
  await change(mnp, { in_active: true });
  expect(await warning()).toBe('PostEx is inactive. Leopards Lahore gets these orders.');
});

it('the rules say that no account is proposed when none is the default and several can book', async () => {
  const change = (id: string, values: { in_active?: boolean; is_default?: boolean }) =>
    withShop(server.context.db, shopId, (trx) =>
      trx.updateTable('courier_account').set(values).where('shop_id', '=', shopId).where('id', '=', id).execute(),
    );
  const warnings = async () => (await server.call('GET', 'booking-rules', { token })).body.warnings;
  expect(await warnings()).toEqual([]);
  await change(leopards, { is_default: false });
  expect(await warnings()).toEqual([
    { index: null, msg: 'No account is proposed for these orders, because there is no default account.' },
  ]);
  expect((await choose()).accountId).toBe('');
  await change(postex, { in_active: true });
  expect(await warnings()).toEqual([]);
  expect((await choose()).accountId).toBe(leopards);
});

it('the account of an order without any rule that fits is the fallback', async () => {
  await save([rule({ active: false })], { fallback: postex });
  expect(await choose()).toEqual({ accountId: postex, because: 'Account for all other orders' });
});

it('saving the rules keeps their order and their ids, and is audited', async () => {
  const saved = await save([rule({ name: 'One' }), rule({ name: 'Two' })]);
  expect(saved.body).toMatchObject({ message: 'Courier rules saved', data: { revision: 1 } });
  const [one, two] = saved.body.data.rules;
  const again = await save([two, one, rule({ name: 'Three', cities: ['Lahore', 'Multan'] })], { revision: 1 });
  const names = again.body.data.rules.map(({ id, name }: { id: string; name: string }) => [id, name]);
  expect(names.slice(0, 2)).toEqual([
    [two.id, 'Two'],
    [one.id, 'One'],
  ]);
  expect((await server.call('GET', 'booking-rules', { token })).body.data).toEqual(again.body.data);
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select('action').where('action', '=', 'booking-rules.saved').execute(),
  );
  expect(events).toHaveLength(2);
});

it('the activity log shows the change of a rule, whatever its name is', async () => {
  const saved = await save([rule({ name: 'cod' }), rule(), rule({ weight_from: 1000 })]);
  const [first, second, third] = saved.body.data.rules;
  await save([{ ...first, active: false }, { ...second, payment: 'cod' }, third], { revision: 1 });
  const [newest] = (await server.call('GET', 'audit-events', { token })).body.data;
  expect(newest.changes).toEqual([
    { field: 'Rule 1', before: 'cod: every order → PostEx 100 %', after: 'cod: off, every order → PostEx 100 %' },
    { field: 'Rule 2', before: 'Karachi: every order → PostEx 100 %', after: 'Karachi: cod → PostEx 100 %' },
  ]);
});

it('the second of two people who opened the same rules gets an error when saving', async () => {
  await save([rule()]);
  const late = await save([]);
  expect(late.status).toBe(409);
  expect((await server.call('GET', 'booking-rules', { token })).body.data.rules).toHaveLength(1);
});

it.each([
  [{ name: ' ' }, 'rules.0.name', 'Give the rule a name'],
  [{ targets: [] }, 'rules.0.targets', 'Choose at least one courier account'],
  [{ weight_from: 500, weight_to: 400 }, 'rules.0.weight_to', 'Weight: the end lies before the beginning'],
])('saving the rules refuses %o', async (wrong, field, msg) => {
  const refused = await save([rule(wrong)]);
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toContainEqual(expect.objectContaining({ field, msg }));
});

it('saving the rules refuses shares that do not add up, and accounts of others', async () => {
  const half = await save([rule({ targets: [{ account_id: postex, share: 50 }] })]);
  expect(half.body.errors[0]).toMatchObject({ field: 'rules.0.targets', msg: 'The shares must add up to 100 %' });
  const other = await aShop(server.context);
  const { accountId } = await anAccount(server.context, other.shopId, 'TCS', courierValues.TCS);
  const foreign = await save([rule({ targets: [{ account_id: accountId, share: 100 }] })]);
  expect(foreign.status).toBe(404);
  expect((await save([], { fallback: accountId })).body.errors[0]).toMatchObject({ field: 'fallback' });
});

it('saving the rules needs the right to change settings; booking staff may read them', async () => {
  const staff = await aUser(server.context, shopId, { role: 'USER', scopes: ['BOOK_ORDERS'] });
  expect((await server.call('GET', 'booking-rules', { token: staff.token })).status).toBe(200);
  expect((await save([], {}, staff.token)).status).toBe(403);
});
