import { afterEach, beforeEach, expect, test } from 'vitest';
import { reference } from './reference/reference.ts';
import type { TestOrder, TestStore } from '../../testing/shopify-test-store.ts';
import { appScopes, jsonOf, openTestStore, shop } from '../../testing/shopify-test-store.ts';

let store: TestStore;
let orders: TestOrder[];

const page =
  'query P($first: Int, $last: Int, $after: String, $before: String, $query: String, $sortKey: OrderSortKeys, $reverse: Boolean) { orders(first: $first, last: $last, after: $after, before: $before, query: $query, sortKey: $sortKey, reverse: $reverse) { nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }';

beforeEach(async () => {
  store = await openTestStore();
  orders = await store.orders({ count: 12, payment: 'cod', tags: [], spreadHours: 24 });
});

afterEach(() => store.close());

async function list(variables: object) {
  const answer = await store.graphql(page, variables);
  expect(answer.errors).toBeUndefined();
  const found = answer.data?.['orders'];
  return { names: found.nodes.map((node: { name: string }) => node.name), pageInfo: found.pageInfo, answer };
}

const names = (query: string) => list({ first: 50, query, sortKey: 'ORDER_NUMBER' }).then((found) => found.names);

test('paging returns each order once, in both directions and both sort orders', async () => {
  for (const sortKey of ['UPDATED_AT', 'CREATED_AT', 'PROCESSED_AT', 'ORDER_NUMBER', 'ID', 'TOTAL_PRICE']) {
    for (const reverse of [false, true]) {
      const forwards: string[] = [];
      let after: string | null = null;
      for (let more = true; more;) {
        const part: Awaited<ReturnType<typeof list>> = await list({ first: 5, after, sortKey, reverse });
        forwards.push(...part.names);
        after = part.pageInfo.endCursor;
        more = part.pageInfo.hasNextPage;
      }
      expect(forwards.toSorted()).toEqual(orders.map((order) => order.name).toSorted());
      const last = await list({ last: 5, before: after, sortKey, reverse });
      expect(last.names).toEqual(forwards.slice(-6, -1));
      expect(last.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    }
  }
});

test('an order that changes between two pages is returned again on a later one', async () => {
  const first = await list({ first: 11, sortKey: 'UPDATED_AT' });
  const changed = orders.find((order) => order.name === first.names[0]);
  await store.post(`/_control/orders/${changed?.id}`, { addTags: ['moved'] });
  const second = await list({ first: 11, sortKey: 'UPDATED_AT', after: first.pageInfo.endCursor });
  expect(second.names).toContain(changed?.name);
  await store.post(`/_control/orders/${changed?.id}`, { removeTags: ['moved'] });
});

test('the search terms that the app uses find the right orders', async () => {
  const [shipped, cancelled, paid, tagged, untouched] = orders;
  await store.post(`/_control/orders/${shipped?.id}`, { fulfill: true });
  await store.post(`/_control/orders/${cancelled?.id}`, { cancel: true });
  await store.post(`/_control/orders/${paid?.id}`, { paid: true });
  const at = new Date().toISOString();
  await store.post(`/_control/orders/${tagged?.id}`, { addTags: ['vip'] });

  expect(await names(`id:${paid?.id}`)).toEqual([paid?.name]);
  expect(await names(`id:${paid?.id} OR id:${tagged?.id}`)).toEqual([paid?.name, tagged?.name]);
  expect(await names(`name:${paid?.name}`)).toEqual([paid?.name]);
  expect(await names(`name:${paid?.name.slice(1)}`)).toEqual([paid?.name]);
  expect(await names('status:cancelled')).toEqual([cancelled?.name]);
  expect(await names('status:open')).not.toContain(cancelled?.name);
  expect(await names('fulfillment_status:fulfilled')).toEqual([shipped?.name]);
  expect(await names('fulfillment_status:unfulfilled status:open')).not.toContain(shipped?.name);
  expect(await names('financial_status:paid')).toEqual([paid?.name]);
  expect(await names('tag:VIP')).toEqual([tagged?.name]);
  expect(await names('tag_not:vip')).toHaveLength(11);
  expect(await names('-tag:vip')).toHaveLength(11);
  const updated = await names(`updated_at:>='${at}'`);
  expect(updated).toContain(tagged?.name);
  expect(updated).not.toContain(untouched?.name);
  expect(await names("created_at:>='2020-01-01T00:00:00Z' AND created_at:<'2021-01-01'")).toEqual([]);
  expect(await names('(tag:vip OR status:cancelled) AND NOT tag:vip')).toEqual([cancelled?.name]);
});

test('an unknown search term is ignored with a warning', async () => {
  const { names: found, answer } = await list({ first: 50, query: 'colour:red' });
  expect(found).toHaveLength(12);
  expect(answer.extensions?.['search']).toMatchObject([{ path: ['orders'], warnings: [{ field: 'colour' }] }]);
});

test('a search lags behind a change of tags when the store has a search lag', async () => {
  const order = await store.order({ tags: [] });
  await store.post(`/_control/shops/${shop}`, { settings: { searchLagMs: 60_000 } });
  await store.graphql(reference('AddTags'), { id: order.gid, tags: ['late'] });
  expect(await names('tag:late')).toEqual([]);
  await store.post(`/_control/shops/${shop}`, { settings: { searchLagMs: 0 } });
  expect(await names('tag:late')).toEqual([order.name]);
});

test('a deleted order is answered with null and left out of searches', async () => {
  const order = await store.order({});
  await store.post(`/_control/orders/${order.id}`, { delete: true });
  const answer = await store.graphql('query Q($id: ID!) { order(id: $id) { name } }', { id: order.gid });
  expect(answer.data?.['order']).toBeNull();
  expect(await names(`id:${order.id}`)).toEqual([]);
});

test('orders older than 60 days are seen with read_all_orders only', async () => {
  const order = await store.order({ createdAt: '2024-01-01T00:00:00Z' });
  expect(await names(`id:${order.id}`)).toEqual([]);
  const installed = await store.post(`/_control/shops/${shop}/install`, { scopes: [...appScopes, 'read_all_orders'] });
  const { access_token: token } = await jsonOf(installed);
  const answer = await store.graphql('query Q($id: ID!) { order(id: $id) { name } }', { id: order.gid }, token);
  expect(answer.data?.['order']).toEqual({ name: order.name });
  store.token = token;
});

test('without approval for customer data the names and addresses are null', async () => {
  const order = await store.order({ email: 'someone@mail.example' });
  await store.post(`/_control/shops/${shop}`, { settings: { customerDataApproved: false } });
  const query =
    'query Q($id: ID!) { order(id: $id) { name email phone shippingAddress { city } billingAddress { city } } }';
  const hidden = await store.graphql(query, { id: order.gid }, store.token);
  expect(hidden.data?.['order']).toEqual({
    name: order.name,
    email: null,
    phone: null,
    shippingAddress: null,
    billingAddress: null,
  });
  await store.post(`/_control/shops/${shop}`, { settings: { customerDataApproved: true } });
});
