import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildWorkerApp } from '../../app/app.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
});
afterAll(() => server?.close());

it('health tells that the process answers, that it can work, and what it measures', async () => {
  expect((await server.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  expect((await server.call('GET', '/readyz')).body).toEqual({ status: 'ok' });
  const metrics = await server.call('GET', '/metrics');
  expect(metrics.body).toContain('courierdesk_http_request_seconds_count');
  expect(metrics.body).not.toMatch(/shop_id|myshopify/);
});

it('readiness says how many nodes of a cluster are away, and only the log names them, once', async () => {
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  const setAway = (nodes: readonly string[]) =>
    admin.query(
      `create or replace function nodes_out_of_reach() returns setof text language sql stable as $$
         select unnest('{${nodes.join()}}'::text[]) $$`,
    );
  const ready = async () => (await server.call('GET', '/readyz')).body;
  const logged = vi.spyOn(server.context.log, 'warn');
  await setAway(['db-3.internal:5432']);
  expect(await ready()).toEqual({ status: 'some shops are out of reach', nodes_away: 1 });
  await ready();
  await setAway([]);
  expect(await ready()).toEqual({ status: 'ok' });
  expect(logged.mock.calls).toEqual([
    [{ nodes: ['db-3.internal:5432'] }, 'nodes of the cluster do not answer'],
    [{ nodes: [] }, 'all nodes of the cluster answer again'],
  ]);
  logged.mockRestore();
  await admin.end();
});

it('a worker alone serves its health and no call', async () => {
  const app = buildWorkerApp(server.context);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  expect((await app.inject('/api/v1/app-links')).statusCode).toBe(404);
  expect((await app.inject('/')).statusCode).toBe(404);
  await app.close();
});

it('only a request with the token gets the metrics, if a token is set', async () => {
  const token = 'a-token-for-prometheus';
  const app = buildWorkerApp({ ...server.context, config: { ...server.context.config, metricsToken: token } });
  const ask = async (authorization?: string) =>
    (await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
  expect(await ask()).toBe(401);
  expect(await ask('Bearer another-token')).toBe(401);
  expect(await ask(token)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});

it('pages and replies carry strict headers', async () => {
  const { headers } = await server.call('GET', 'app-links');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
});

it('the metrics say whether the process can use its database, also while that does not answer', async () => {
  const ready = async () => /^courierdesk_ready (\d)$/m.exec(String((await server.call('GET', '/metrics')).body))?.[1];
  expect(await ready()).toBe('1');
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  await admin.query('begin');
  await admin.query('lock table kysely_migration in access exclusive mode');
  expect(await ready()).toBe('0');
  await admin.query('rollback');
  await admin.end();
  await expect.poll(ready).toBe('1');
});

it.each([
  ['/readyz', 'kysely_migration'],
  ['/metrics', 'courier_account'],
])('%s asks a database that does not answer once, however often it is called meanwhile', async (path, table) => {
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  await admin.query('begin');
  await admin.query(`lock table ${table} in access exclusive mode`);
  const answers = Array.from({ length: 3 }, () => server.call('GET', path));
  await expect.poll(() => waitingStatements(server)).toBe(1);
  await delay(500);
  expect(await waitingStatements(server)).toBe(1);
  await admin.query('rollback');
  await admin.end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
