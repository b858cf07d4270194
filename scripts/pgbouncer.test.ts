import { randomUUID } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openDb } from '../server/src/base/db/client.ts';
import { ensureRoles } from '../server/src/base/db/roles.ts';
import { cloneDatabase } from '../server/src/testing/database.ts';
import { openForm, sendBooking } from './proof/book-through-api.ts';
import { placeOrders } from './proof/place-orders.ts';
import { callApi } from './isolated-stack/call-api.ts';
import { installShop } from './isolated-stack/install-shop.ts';
import { withIsolatedStack } from './isolated-stack/isolated-stack.ts';
import { freePort } from './postgres/free-port.ts';
import { launchAs, unprivilegedUser } from './postgres/unprivileged-user.ts';

const pgbouncer = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((file) => spawnSync(file, ['--version']).status === 0);
if (!pgbouncer)
  console.log('PgBouncer is not installed: nothing is tried behind it. Debian: apt-get install pgbouncer');

const login = { name: 'courierdesk_pooled', password: 'test-pooled' };
const count = 12;
const servers = [{ role: 'web', variables: { DATABASE_POOL: '16' } }, { role: 'worker' }] as const;
/** Fewer than the processes open, so that all share them. */
const serverConnections = 4;

test.skipIf(!pgbouncer)(
  'behind PgBouncer in transaction mode, orders are booked once, background work runs, and time-outs end statements',
  async () => {
    const direct = await cloneDatabase();
    const admin = new Client({ connectionString: direct.adminUrl });
    await admin.connect();
    await ensureRoles(admin, login);
    const pooler = await startPgbouncer(direct.adminUrl);
    const database = { loginUrl: pooler.url, adminUrl: direct.adminUrl };
    try {
      await withIsolatedStack({ database, servers }, async (stack) => {
        const shop = await installShop(stack, { users: 2 });
        const orders = await placeOrders(stack, shop, count);
        // Two people click at once on each order.
        const outcomes = await Promise.all(
          orders.flatMap((order) =>
            shop.tokens.map(async (token) => {
              const opened = await openForm(stack, shop, token, order, 'LEOPARD');
              return 'form' in opened ? sendBooking(stack, token, opened.form, randomUUID()) : opened;
            }),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'unexpected')).toEqual([]);
        const rows = await stack.query(
          'select store_order_id from shipment_order',
          z.object({ store_order_id: z.string() }),
        );
        expect([rows.length, new Set(rows.map(({ store_order_id }) => store_order_id)).size]).toEqual([count, count]);
        // The worker has its jobs from the queue through the pooler.
        await expect.poll(async () => fulfilments(await stack.control(`journal?shop=${shop.domain}`))).toBe(count);

        // A limiter asks the same statement in many connections.
        const wrong = { email: 'person1@measured-store.test', password: 'not the password' };
        const tries = Array.from({ length: 12 }, () => callApi(stack.url, '', 'POST', '/login-user', wrong));
        const refusals = (await Promise.all(tries)).map(({ status }) => status);
        expect(new Set(refusals)).toEqual(new Set([400, 429]));

        const settings = Array.from({ length: 12 }, () =>
          stack.context.pool.query(
            `select current_setting('statement_timeout') as statement,
                    current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.05)`,
          ),
        );
        for (const {
          rows: [row],
        } of await Promise.all(settings))
          expect(row).toMatchObject({ statement: '1min', idle: '1min' });
        await shortenTimeout(admin);
        await expect
          .poll(async () => failureOf(stack.context.pool.query('select pg_sleep(60)')))
          .toContain('canceling statement due to statement timeout');
        expect(stack.serverErrors()).toEqual([]);
      });
    } finally {
      await pooler.stop();
      await admin.end();
      await direct.drop();
    }
  },
  180_000,
);

test('the login role has the time-outs', async () => {
  const direct = await cloneDatabase();
  const { db, pool } = openDb(direct.url, { poolSize: 1, applicationName: 'test' });
  const { rows } = await pool.query(`select current_setting('statement_timeout') as statement`);
  expect(rows).toEqual([{ statement: '1min' }]);
  await db.destroy();
  await direct.drop();
});

/** New connections of the login role to this database get a time-out that a test can wait for. */
async function shortenTimeout(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select current_database() as name');
  await admin.query(`alter role ${login.name} in database ${rows[0]?.name} set statement_timeout = '300ms'`);
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()',
    [login.name],
  );
}

async function failureOf(query: Promise<unknown>): Promise<string> {
  try {
    await query;
    return '';
  } catch (error) {
    return String(error);
  }
}

const fulfilments = (journal: unknown): number => Journal.parse(journal).fulfillments.length;
const Journal = z.object({ fulfillments: z.array(z.unknown()) });

/** PgBouncer with the settings of docs/operations.md, "PgBouncer". */
async function startPgbouncer(adminUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, pathname } = new URL(adminUrl);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-pgbouncer-'));
  const user = unprivilegedUser(folder, [folder]);
  if (user) chownSync(folder, user.uid, user.gid);
  const ini = path.join(folder, 'pgbouncer.ini');
  const listenPort = await freePort();
  writeFileSync(path.join(folder, 'userlist.txt'), `"${login.name}" "${login.password}"\n`);
  writeFileSync(
    ini,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/userlist.txt
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
`,
  );
  const { file, args, options } = launchAs(user, pgbouncer ?? '', [ini]);
  const program = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(program, 'exit');
  await once(program.stderr, 'data');
  return {
    url: `postgres://${login.name}:${login.password}@127.0.0.1:${listenPort}${pathname}`,
    async stop() {
      program.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
