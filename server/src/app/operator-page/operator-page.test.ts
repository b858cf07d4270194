import { everyEndpoint } from '@courierdesk/contract/api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noShop } from '../../base/db/job-requests.ts';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';
import { buildApp } from '../app.ts';
import { createProcessReport } from './report-process.ts';

const password = 'a password of the operator';
const stopped = new AbortController().signal;

let server: TestServer;
let shop: BookableShop;
let cookie: string;

beforeAll(async () => {
  // One proxy is in front of the server: it says in X-Forwarded-For who asks.
  const env = { OPERATOR_PASSWORD: password, TRUST_PROXY: '1' };
  server = await startTestServer({ rateLimits: true, env });
  shop = await aBookableShop(server);
});
afterAll(() => server?.close());
beforeEach(async () => {
  cookie = cookieOf(await signIn(password));
});

const signIn = (given: string, from = '203.0.113.1'): Promise<Answer> =>
  server.call('POST', 'operator/sign-in', { body: { password: given }, headers: { 'x-forwarded-for': from } });
const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';')[0] ?? '';
const asOperator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, `operator/${path}`, { headers: { cookie }, ...(body !== undefined && { body }) });
const overview = async () => (await asOperator('GET', 'overview')).body;
const run = async (what: string, id: string, shopId: string | null = shop.shopId): Promise<string> =>
  (await asOperator('POST', 'run', { what, shop_id: shopId, id })).body.message;
const release = async (what: string, id: string, shopId = shop.shopId): Promise<string> =>
  (await asOperator('POST', 'release', { what, shop_id: shopId, id })).body.message;

const runs = 'It runs within a few seconds.';
const runsAlready = 'This is running already, or is no longer stuck.';

async function stuck(what: string) {
  const { rows } = (await overview()).stuck;
  return rows.find((row: { what: string; shop: { id: string } | null }) => row.what === what && isOfShop(row));
}
const isOfShop = (row: { shop: { id: string } | null }): boolean => row.shop === null || row.shop.id === shop.shopId;

/** What the owner reads in the activity log of what the operator did, newest first. */
async function actions(): Promise<string[]> {
  const { body } = await server.call('GET', 'audit-events?limit=100', { token: shop.token });
  return body.data
    .filter((event: { actor: { name: string } }) => event.actor.name === 'Operator of Courierdesk')
    .map((event: { sentence: string }) => event.sentence);
}

/** Books with TCS, whose answer is lost and who has no such booking. */
async function anUncertainBooking() {
  await server.sandbox.control('faults', { target: 'tcs', operation: 'book', kind: 'error500', times: 1 });
  const order = await shop.newOrder();
  const { body } = await shop.book(order, 'TCS');
  expect(body.booking_state).toBe('uncertain');
  return { id: String(body.data.id), name: order.name };
}

const stateOf = (id: string) =>
  withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );

describe('the sign-in of the operator', () => {
  test('without OPERATOR_PASSWORD the calls of the operator do not exist', async () => {
    const app = await buildApp({
      ...server.context,
      config: { ...server.context.config, operatorPassword: undefined },
    });
    const answer = await app.inject({ method: 'POST', url: '/api/v1/operator/sign-in', payload: { password } });
    const unknown = await app.inject({ method: 'POST', url: '/api/v1/nothing-is-here', payload: { password } });
    expect([answer.statusCode, answer.json().errors]).toEqual([404, unknown.json().errors]);
    await app.close();
  });

  test('the right password sets a cookie for the operator’s calls alone, which no script can read', async () => {
    const { status, headers } = await signIn(password);
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(
      /^courierdesk-operator=[^;]+; Max-Age=7200; Path=\/api\/v1\/operator; HttpOnly; SameSite=Strict$/,
    );
    const answer = await asOperator('GET', 'overview');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test('a wrong password signs nobody in, and one network cannot guess for long', async () => {
    const wrong = await signIn('another password of it', '203.0.113.9');
    expect([wrong.status, wrong.body.errors[0].code, wrong.headers.get('set-cookie')]).toEqual([
      400,
      'login-failed',
      null,
    ]);
    let last = wrong;
    for (let n = 1; n < 51; n += 1) last = await signIn(`guess ${n}`, '203.0.113.9');
    expect(last.status).toBe(429);
    expect((await signIn(password, '203.0.113.9')).status).toBe(429);
    expect((await signIn(password, '203.0.113.10')).status).toBe(200);
  });

  test('nobody reads or does anything without the operator’s cookie, also not the owner of a shop', async () => {
    const answers = [
      await server.call('GET', 'operator/overview'),
      await server.call('GET', 'operator/overview', { token: shop.token }),
      await server.call('POST', 'operator/run', { token: shop.token, body: {} }),
      await server.call('POST', 'operator/release', { token: shop.token, body: {} }),
      await server.call('POST', 'operator/sign-out', { token: shop.token, body: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  test('the operator’s cookie opens no call of a shop', async () => {
    const guarded = everyEndpoint.filter(({ access }) => access !== 'public');
    for (const [n, { method, path, name }] of guarded.entries()) {
      const url = path.slice(1).replace(/:\w+/g, '0123456789abcdef01234567');
      // Each from a network of its own: calls of one are limited.
      const headers = { cookie, 'x-forwarded-for': `10.0.${n}.1` };
      const answer = await server.call(method, url, { headers, ...(method !== 'GET' && { body: {} }) });
      expect([name, answer.status]).toEqual([name, 401]);
    }
  });

  test.each([
    ['made up', () => 'courierdesk-operator=9999999999999.c2lnbmF0dXJl'],
    ['prolonged', () => cookie.replace(/=\d+\./, '=9999999999999.')],
    ['empty', () => 'courierdesk-operator='],
  ])('a cookie that is %s signs nobody in', async (_, given) => {
    expect((await server.call('GET', 'operator/overview', { headers: { cookie: given() } })).status).toBe(401);
  });

  test('a request that another site causes is refused, although the browser may send the cookie', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { cookie, 'sec-fetch-site': site };
      expect((await server.call('GET', 'operator/overview', { headers })).status).toBe(401);
    }
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await server.call('GET', 'operator/overview', { headers })).status).toBe(200);
  });

  test('a new password ends every sign-in', async () => {
    const config = { ...server.context.config, operatorPassword: 'a new password of the operator' };
    const app = await buildApp({ ...server.context, config });
    const ask = (sent: string) => app.inject({ url: '/api/v1/operator/overview', headers: { cookie: sent } });
    expect((await ask(cookie)).statusCode).toBe(401);
    await app.close();
  });

  test('a sign-in ends after two hours, and signing out removes the cookie', async () => {
    expect(cookieOf(await asOperator('POST', 'sign-out', {}))).toBe('courierdesk-operator=');
    expect((await asOperator('GET', 'overview')).status).toBe(200);
    server.clock.advance(2 * 3_600_000);
    expect((await asOperator('GET', 'overview')).status).toBe(401);
  });
});

describe('the operator’s page shows', () => {
  test('each process that runs, those that stopped without a word for an hour, and none that ended', async () => {
    const [first, second] = [createProcessReport(server.context), createProcessReport(server.secondContext())];
    await first.sweep.run(server.context, stopped);
    await second.sweep.run(server.context, stopped);
    const [one, other] = (await overview()).processes;
    expect(one).toMatchObject({ role: 'all', pid: process.pid, version: expect.stringMatching(/^\d/), responds: true });
    expect(one.memory).toBeGreaterThan(10_000_000);
    expect(other.responds).toBe(true);

    const lastSeen = (ago: string) =>
      acrossShops(server.context.db, (trx) =>
        sql`update running_process set seen_at = now() - ${ago}::interval where id = ${one.id}`.execute(trx),
      );
    await lastSeen('1 minute');
    expect((await overview()).processes.map((row: { responds: boolean }) => row.responds).toSorted()).toEqual([
      false,
      true,
    ]);
    await lastSeen('61 minutes');
    const third = createProcessReport(server.context);
    await third.sweep.run(server.context, stopped);
    const ids = (await overview()).processes.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).not.toContain(one.id);
    for (const report of [first, second, third]) await report.end();
    expect((await overview()).processes).toEqual([]);
  });

  test('the jobs of each kind, as the metrics count them', async () => {
    const now = new Date();
    const request = (key: string, at: Date) =>
      withShop(server.context.db, shop.shopId, (trx) =>
        server.context.jobs.request(trx, 'courier-cities', { shopId: shop.shopId, key, at }),
      );
    await request('one', new Date(now.getTime() - 600_000));
    await request('two', now);
    await request('three', new Date(now.getTime() + 600_000));
    const work = (await overview()).work.find(({ kind }: { kind: string }) => kind === 'courier-cities');
    expect(work).toMatchObject({ waiting: 1, due: 2, running: 0, failing: 0 });
    expect(work.oldest_due_seconds).toBeGreaterThanOrEqual(600);
    expect((await server.call('GET', '/metrics')).body).toContain('courierdesk_due_jobs{kind="courier-cities"} 2');
  });

  test('how couriers answered in the last hour, and whose credentials they refuse', async () => {
    const report = createProcessReport(server.context);
    const figures = async (company: string) => {
      await report.sweep.run(server.context, stopped);
      return (await overview()).couriers.find((row: { company: string }) => row.company === company);
    };
    await anUncertainBooking();
    await shop.book(await shop.newOrder(), 'LEOPARD');
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .updateTable('courier_account')
        .set({ credentials_refused_at: server.clock.now, paused_until: new Date(server.clock.now.getTime() + 60_000) })
        .where('company', '=', 'MNP')
        .execute(),
    );
    const leopards = await figures('LEOPARD');
    expect(leopards.answered).toBeGreaterThan(0);
    expect(leopards.median_ms).toBeGreaterThan(0);
    expect(leopards).toMatchObject({ refused_accounts: 0, refused_shops: [] });
    expect((await figures('TCS')).unanswered).toBeGreaterThan(0);
    expect(await figures('MNP')).toMatchObject({
      ...{ paused_accounts: 1, refused_accounts: 1, refused_shops: [shop.domain] },
    });
    await report.end();
  });

  test('no personal data of customers', async () => {
    const { name } = await anUncertainBooking();
    server.clock.advance(31 * 60_000);
    const text = JSON.stringify(await overview());
    expect(text).toContain(name);
    const { rows } = await withShop(server.context.db, shop.shopId, (trx) =>
      sql<{ personal: string }>`
        select unnest(array[consignee_name, consignee_phone, consignee_address]) as personal from shipment`.execute(
        trx,
      ),
    );
    for (const { personal } of rows) expect(text).not.toContain(personal);
  });
});

describe('the operator can', () => {
  test('look up a booking that is uncertain for half an hour, once, which the activity log says', async () => {
    const booking = await anUncertainBooking();
    server.clock.advance(1_000);
    expect((await stateOf(booking.id)).next_look_up_at?.getTime()).toBeGreaterThan(server.clock.now.getTime());
    expect(await run('uncertain-booking', booking.id)).toBe(runsAlready);
    server.clock.advance(31 * 60_000);
    await server.work('booking-look-ups');
    const { rows } = (await overview()).stuck;
    expect(rows.find((row: { id: string }) => row.id === booking.id)).toMatchObject({
      ...{ what: 'uncertain-booking', label: `${booking.name} at TCS`, shop: { domain: shop.domain } },
    });
    const before = await stateOf(booking.id);
    expect(await run('uncertain-booking', booking.id)).toBe(runs);
    expect(await run('uncertain-booking', booking.id)).toBe(runsAlready);
    await server.work('booking-look-ups');
    const after = await stateOf(booking.id);
    expect([after.booking_state, after.look_ups, after.attempt_id]).toEqual([
      'uncertain',
      before.look_ups + 1,
      before.attempt_id,
    ]);
    expect((await actions()).filter((sentence) => sentence.includes(booking.name))).toEqual([
      `ran stuck work now: look up of the booking of ${booking.name}`,
    ]);
  });

  test('try store updates again that the store refused, but not those that a person must decide', async () => {
    const order = await shop.newOrder();
    const { body } = await shop.book(order, 'LEOPARD');
    const stop = (as: string) =>
      withShop(server.context.db, shop.shopId, (trx) =>
        trx
          .updateTable('desired_store_state')
          .set({ stopped_as: as, synced_version: sql<number>`version - 1` })
          .where('shipment_id', '=', body.data.id)
          .execute(),
      );
    await stop('conflict');
    expect(await stuck('stopped-store-updates')).toMatchObject({ label: 'conflict', count: 1 });
    expect(await run('stopped-store-updates', 'conflict')).toBe(runsAlready);
    await stop('failed');
    expect(await stuck('stopped-store-updates')).toMatchObject({ label: 'failed', count: 1 });
    expect(await run('stopped-store-updates', 'failed')).toBe(runs);
    expect(await run('stopped-store-updates', 'failed')).toBe(runsAlready);
    await server.work('store-updates');
    expect(await stuck('stopped-store-updates')).toBeUndefined();
    expect((await shop.fulfilments()).filter(({ order_name }) => order_name === order.name)).toHaveLength(1);
    expect((await actions())[0]).toBe('ran stuck work now: store updates');
  });

  test('run a job that failed again and again now, but not in another shop', async () => {
    const stranger = await aBookableShop(server);
    const { rows } = await acrossShops(server.context.db, async (trx) => {
      await server.context.jobs.request(trx, 'exports', { shopId: shop.shopId, key: 'of-this-test', at: new Date() });
      return sql<{ id: string }>`
        update pgboss.job set state = 'retry', retry_count = 6, start_after = now() + interval '5 minutes'
        where name = 'exports' and singleton_key = 'of-this-test' returning id`.execute(trx);
    });
    const id = rows[0]?.id ?? '';
    expect(await stuck('job')).toMatchObject({ id, label: 'exports', tries: 6 });
    expect(await run('job', id, stranger.shopId)).toBe(runsAlready);
    expect(await run('job', id)).toBe(runs);
    expect(await run('job', id)).toBe(runsAlready);
    expect((await actions())[0]).toBe('ran stuck work now: exports');
    await sql`update pgboss.job set group_id = ${noShop}, start_after = now() + interval '5 minutes' where id = ${id}`.execute(
      server.context.db,
    );
    expect(await stuck('job')).toMatchObject({ id, shop: null });
    expect(await run('job', id, null)).toBe(runs);
    await sql`delete from pgboss.job where id = ${id}`.execute(server.context.db);
  });

  test('run a scheduled job again that was given up', async () => {
    const name = 'operator.of-this-test';
    await sql`select pgboss.create_queue(${name}, '{"policy": "short"}'::jsonb)`.execute(server.context.db);
    await sql`insert into pgboss.schedule (name, cron) values (${name}, '0 0 * * *')`.execute(server.context.db);
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, policy, state, retry_count, retry_limit, completed_on)
      values (${name}, 'short', 'failed', 2, 2, now()) returning id`.execute(server.context.db);
    const id = rows[0]?.id ?? '';
    expect(await stuck('scheduled-job')).toMatchObject({ id, label: name, shop: null, tries: 3 });
    expect(await run('scheduled-job', id, null)).toBe(runs);
    expect(await run('scheduled-job', id, null)).toBe(runsAlready);
    const now = await sql`
      select state, retry_limit, start_after <= now() as due from pgboss.job where id = ${id}`.execute(
      server.context.db,
    );
    expect(now.rows).toEqual([{ state: 'retry', retry_limit: 3, due: true }]);
    expect(await stuck('scheduled-job')).toBeUndefined();
  });

  test('try an overdue privacy request at once', async () => {
    const request = { shop_id: shop.shopId, id: 'f'.repeat(24), webhook_id: 'of-this-test', topic: 'customers/redact' };
    const later = new Date(server.clock.now.getTime() + 1_800_000);
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx
        .insertInto('webhook_inbox')
        .values({
          ...{ ...request, payload: '{}', received_at: new Date(server.clock.now.getTime() - 7_200_000) },
          ...{ next_at: later, tries: 3 },
        })
        .execute(),
    );
    expect(await stuck('legal-request')).toMatchObject({ id: request.id, label: 'customers/redact', tries: 3 });
    expect(await run('legal-request', request.id)).toBe(runs);
    expect(await run('legal-request', request.id)).toBe(runsAlready);
    expect((await actions())[0]).toBe('ran stuck work now: customers/redact');
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx.deleteFrom('webhook_inbox').where('id', '=', request.id).execute(),
    );
  });

  test('release a booking whose process stopped: it becomes uncertain if the courier was asked, and is free otherwise', async () => {
    const [asked, claimed] = [await anUncertainBooking(), await anUncertainBooking()];
    const interrupt = (id: string, state: 'asking' | 'claimed', until: Date) =>
      withShop(server.context.db, shop.shopId, (trx) =>
        trx
          .updateTable('shipment')
          .set({ booking_state: state, lease_until: until, next_look_up_at: null })
          .where('id', '=', id)
          .execute(),
      );
    const ago = (ms: number): Date => new Date(server.clock.now.getTime() - ms);
    await interrupt(asked.id, 'asking', ago(-60_000));
    expect(await release('booking', asked.id)).toBe('This is released already, or at work.');
    await interrupt(asked.id, 'asking', ago(120_000));
    await interrupt(claimed.id, 'claimed', ago(120_000));
    const { leases } = await overview();
    expect(leases.rows.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining([asked.name, claimed.name]),
    );
    for (const { id } of [asked, claimed]) {
      expect(await release('booking', id)).toBe('Released. The work continues within a few seconds.');
      expect(await release('booking', id)).toBe('This is released already, or at work.');
    }
    expect((await stateOf(asked.id)).booking_state).toBe('uncertain');
    expect((await stateOf(claimed.id)).booking_state).toBe('released');
    expect(await actions()).toEqual(
      expect.arrayContaining([asked, claimed].map(({ name }) => `released interrupted work: booking of ${name}`)),
    );
  });

  test('release store work whose process stopped, once', async () => {
    const order = await shop.newOrder();
    const { body } = await shop.book(order, 'LEOPARD');
    const past = new Date(server.clock.now.getTime() - 120_000);
    const stateId = await withShop(server.context.db, shop.shopId, async (trx) => {
      await trx
        .updateTable('store_sync')
        .set({ lease_id: 'a'.repeat(24), lease_until: past, next_at: past })
        .execute();
      const { store_order_id: id } = await trx
        .updateTable('desired_store_state')
        .set({ lease_id: 'a'.repeat(24), lease_until: past, next_at: past, synced_version: sql<number>`version - 1` })
        .where('shipment_id', '=', body.data.id)
        .returning('store_order_id')
        .executeTakeFirstOrThrow();
      return id;
    });
    const kinds = (await overview()).leases.rows.map(({ what }: { what: string }) => what);
    expect(kinds).toEqual(expect.arrayContaining(['store-update', 'store-read']));
    for (const [what, id] of [
      ['store-update', stateId],
      ['store-read', shop.shopId],
    ] as const) {
      expect(await release(what, id)).toBe('Released. The work continues within a few seconds.');
      expect(await release(what, id)).toBe('This is released already, or at work.');
    }
    await server.work('store-updates');
    await server.work('store-reads');
    expect((await shop.fulfilments()).filter(({ order_name }) => order_name === order.name)).toHaveLength(1);
    expect((await overview()).leases).toEqual({ rows: [], total: 0 });
  });

  test('do nothing with what belongs to another shop than named', async () => {
    const stranger = await aBookableShop(server);
    const booking = await anUncertainBooking();
    server.clock.advance(31 * 60_000);
    await server.work('booking-look-ups');
    expect(await run('uncertain-booking', booking.id, stranger.shopId)).toBe(runsAlready);
    expect(await release('booking', booking.id, stranger.shopId)).toBe('This is released already, or at work.');
    expect(await run('uncertain-booking', booking.id, 'f'.repeat(24))).toBe(runsAlready);
  });
});
