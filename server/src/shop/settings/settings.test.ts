import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let shopId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ shopId } = await aShop(server.context));
  ({ token } = await aUser(server.context, shopId));
});

const read = async (as = token) => (await server.call('GET', 'store/default-settings', { token: as })).body.settings;
const save = (body: unknown, as = token) => server.call('POST', 'store/default-settings', { token: as, body });

const noTags = { inprocess_tag: '', delivered_tag: '', cancelled_tag: '', rts_tag: '' };
const tags = {
  inprocess_tag: 'On the way',
  delivered_tag: 'Arrived',
  cancelled_tag: 'Called off',
  rts_tag: 'Came back',
};
const chosen = {
  free_shipping_value: 2500,
  default_weight: 750,
  show_discount: true,
  discount_name: 'Eid offer',
  note_in_remarks: true,
  mark_paid_in_store: true,
  tags,
};

test('a new shop books with the usual defaults', async () => {
  expect(await read()).toEqual({
    free_shipping_value: 0,
    default_weight: 100,
    show_discount: false,
    discount_name: '',
    note_in_remarks: false,
    mark_paid_in_store: false,
    tags: noTags,
    revision: 0,
  });
});

test('what is saved is what others in the shop read, and no other shop', async () => {
  const saved = await save(chosen);
  expect(saved.body).toEqual({ message: 'Settings saved', settings: { ...chosen, revision: 1 } });
  await save({ ...chosen, default_weight: '800' });
  const colleague = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_SETTINGS'] });
  expect(await read(colleague.token)).toEqual({ ...chosen, default_weight: 800, revision: 2 });
  const elsewhere = await aShop(server.context);
  expect(await read((await aUser(server.context, elsewhere.shopId)).token)).toMatchObject({ free_shipping_value: 0 });
});

test.each([
  [{ free_shipping_value: '' }, 'Free shipping value is required'],
  [{ free_shipping_value: 'a lot' }, '“a lot” is not an amount. Write it like 2450 or 2,450'],
  [{ free_shipping_value: '2.500' }, '“2.500” is unclear. Write 2500'],
  [{ free_shipping_value: '2500.50' }, 'Free shipping value must be whole rupees'],
  [{ free_shipping_value: 50_050 }, 'Free shipping value: maximum Rs 50,000'],
  [{ free_shipping_value: 75 }, 'Free shipping value must be a multiple of Rs 50'],
  [{ default_weight: 50_001 }, 'Default weight must be from 0 to 50,000 grams'],
])('%o is refused', async (wrong, msg) => {
  const answer = await save({ ...chosen, ...wrong });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]).toMatchObject({ field: Object.keys(wrong)[0], msg });
});

test.each([
  [{ inprocess_tag: 'x'.repeat(41) }, 'In process tag: maximum 40 characters'],
  [{ rts_tag: 'Back, again' }, 'RTS tag must not contain a comma'],
  [{ rts_tag: 'ARRIVED' }, 'Each status needs its own tag'],
])('order tags %o are refused', async (wrong, msg) => {
  const answer = await save({ ...chosen, tags: { ...tags, ...wrong } });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0]).toMatchObject({ msg });
});

test('settings that a call leaves out stay as they are', async () => {
  await save(chosen);
  const { tags: _tags, discount_name: _name, note_in_remarks: _note, mark_paid_in_store: _paid, ...without } = chosen;
  expect((await save(without)).body.settings).toMatchObject(chosen);
});

test('of two people who edit the same version, the second one learns it, and nothing is overwritten', async () => {
  const { revision } = await read();
  const answers = await Promise.all([
    save({ ...chosen, default_weight: 600, revision }),
    save({ ...chosen, default_weight: 700, revision }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [saved, refused] = answers.toSorted((one, other) => one.status - other.status);
  expect(refused?.body.errors[0].code).toBe('conflict');
  expect(await read()).toEqual(saved?.body.settings);
});

test('on FREE order tags cannot be set, and everything else can', async () => {
  const free = await aShop(server.context, { plan: 'FREE' });
  const owner = await aUser(server.context, free.shopId);
  const refused = await save(chosen, owner.token);
  expect(refused.status).toBe(403);
  expect(refused.body.errors[0]).toMatchObject({
    code: 'plan-limit',
    msg: 'Order tags work only with the Monthly or Yearly plan.',
  });
  expect((await save({ ...chosen, tags: noTags }, owner.token)).body.settings.tags).toEqual(noTags);
});

test('while the plan is paused, order tags are refused with the unpaid bill, not with an upgrade', async () => {
  const paused = await aShop(server.context, { plan: 'FREE' });
  await withShop(server.context.db, paused.shopId, (trx) =>
    trx.updateTable('subscription').set({ frozen_plan: 'YEARLY' }).execute(),
  );
  const owner = await aUser(server.context, paused.shopId);
  expect((await save(chosen, owner.token)).body.errors[0]).toMatchObject({
    code: 'plan-limit',
    msg: expect.stringContaining('Shopify has paused the Yearly plan because of an unpaid Shopify bill'),
    field: 'tags',
  });
});

test('a change leaves an audit event with the changed fields, before and after', async () => {
  await save(chosen);
  const events = await withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('audit_event').select(['action', 'changes']).execute(),
  );
  const [event] = events;
  expect(event?.action).toBe('settings.saved');
  expect(event?.changes).toMatchObject({ default_weight: { before: 100, after: chosen.default_weight } });
});

test('reading and changing each need their scope', async () => {
  const reader = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_SETTINGS'] });
  const stranger = await aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS', 'BOOK_ORDERS'] });
  expect((await save(chosen, reader.token)).status).toBe(403);
  expect((await server.call('GET', 'store/default-settings', { token: stranger.token })).status).toBe(403);
  expect((await server.call('GET', 'store/default-settings')).status).toBe(401);
  expect((await server.call('POST', 'store/default-settings', { body: chosen })).status).toBe(401);
});
