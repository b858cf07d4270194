import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDatabase } from './doctor/check-database.ts';
import { expireBookings } from '../dispatch/booking/expire-bookings.ts';
import { aBookableShop, type BookableShop } from '../testing/bookable-shop.ts';
import { aUser } from '../testing/factories.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const password = 'right-password';

/** Two shops whose rows are on different nodes, each with an owner and a parcel. */
describe.runIf(process.env['TEST_CLUSTER_URLS'])('a node of a cluster is away', () => {
  let server: TestServer;
  let admin: pg.Client;
  let near: BookableShop & { number: string };
  let far: BookableShop & { number: string };
  let lostNode: { nodeid: number; nodeport: number };

  beforeAll(async () => {
    server = await startTestServer();
    admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    near = await aShopWithParcel('near@shop.test');
    for (;;) {
      far = await aShopWithParcel('far@shop.test');
      if ((await groupOf(far.shopId)) !== (await groupOf(near.shopId))) break;
      await admin.query(`update app_user set email = 'another@shop.test' where email = 'far@shop.test'`);
    }
    const { rows } = await admin.query('select nodeid, nodeport from pg_dist_node where groupid = $1', [
      await groupOf(far.shopId),
    ]);
    lostNode = rows[0];
    // Nothing listens on port 1, so connections to the node are refused; those that are open end.
    await movePort(1);
    const ended = await admin.query(
      `select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = current_database() and usename = 'courierdesk_login'`,
    );
    expect(ended.rowCount).toBeGreaterThan(0);
  }, 300_000);
  afterAll(async () => {
    await admin?.end();
    await server?.close();
  });

  const movePort = (port: number) =>
    admin.query('update pg_dist_node set nodeport = $1 where nodeid = $2', [port, lostNode.nodeid]);

  async function groupOf(shopId: string): Promise<number> {
    const { rows } = await admin.query<{ groupid: number }>(
      `select groupid from pg_dist_placement where shardid = get_shard_id_for_distribution_column('shipment', $1::text)`,
      [shopId],
    );
    return rows[0]?.groupid ?? -1;
  }

  async function aShopWithParcel(email: string) {
    const shop = await aBookableShop(server);
    await aUser(server.context, shop.shopId, { email, passwordHash: await quickHash(password) });
    const booked = await shop.book(await shop.newOrder(), 'LEOPARD');
    expect(booked.status).toBe(200);
    return { ...shop, number: booked.body.data.trackingNumber as string };
  }

  const signIn = (email: string, typed = password) =>
    server.call('POST', 'login-user', { body: { email, password: typed } });
  const statusOf = async (path: string, shop?: BookableShop): Promise<number> =>
    (await server.call('GET', path, shop ? { token: shop.token } : {})).status;

  it('readiness counts the nodes that are away', async () => {
    const { status, body } = await server.call('GET', '/readyz');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'some shops are out of reach', nodes_away: 1 });
  });

  it('a process can start while a node is away', async () => {
    expect((await checkDatabase(server.context)).filter(({ level }) => level === 'problem')).toEqual([]);
  });

  it('people sign in while the node of another shop is away, and those of that shop are asked to try again', async () => {
    expect((await signIn('near@shop.test')).status).toBe(200);
    expect((await signIn('far@shop.test')).status).toBe(503);
    expect((await signIn('near@shop.test', 'wrong-password')).status).toBe(503);
  });

  it('a shop lists and books while the node of another shop is away', async () => {
    const booked = await near.book(await near.newOrder(), 'LEOPARD');
    expect(booked.status).toBe(200);
    expect(await statusOf('get-all-orders', near)).toBe(200);
    expect(await statusOf('get-all-orders', far)).toBe(503);
  });

  it('customers track parcels of shops whose nodes answer, and are asked to try again for the others', async () => {
    expect(await statusOf(`track-order-public/${near.number}`)).toBe(200);
    expect(await statusOf(`track-order-public/${far.number}`)).toBe(503);
  });

  it('interrupted bookings are looked for in the shops whose nodes answer', async () => {
    await expect(expireBookings(server.context)).resolves.toBe(0);
  });

  it('a shop works again when its node is back', async () => {
    await movePort(lostNode.nodeport);
    expect((await signIn('far@shop.test')).status).toBe(200);
    expect(await statusOf('get-all-orders', far)).toBe(200);
    expect(await statusOf(`track-order-public/${far.number}`)).toBe(200);
    expect((await server.call('GET', '/readyz')).body).toEqual({ status: 'ok' });
  });
});
