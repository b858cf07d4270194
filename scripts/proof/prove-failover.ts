import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { Client } from 'pg';
import { migrate } from '../../server/src/base/db/migrate.ts';
import { withIsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { fullPlan, type ProofPlan } from './proof-plan.ts';
import { startStandby } from './start-standby.ts';
import { proveOn, type ProofResult } from './prove-bookings.ts';

const plan: ProofPlan = {
  ...fullPlan,
  shops: 4,
  orders: 400,
  batchSize: 20,
  ...{ kills: 0, powerCuts: 0, fullDisk: false, clockStep: false, upgrade: false },
};

/**
 * The machine of the database fails in the middle of the bookings, and its synchronous standby takes over behind the same
 * address. The processes go on by themselves, and nothing that was answered is lost.
 */
export async function proveFailover(log: (line: string) => void, signal: AbortSignal): Promise<ProofResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-failover-'));
  const places = { primary: path.join(folder, 'primary'), standby: path.join(folder, 'standby') };
  const primary = await startEmbeddedPostgres({ folder: places.primary });
  const login = { database: 'courierdesk', role: 'courierdesk_login', password: 'of-this-proof' };
  await ensureDatabase(primary.adminUrl, login);
  const standby = await startStandby(primary.adminUrl, places);
  await query(primary.adminUrl, "alter system set synchronous_standby_names = '*'");
  await query(primary.adminUrl, 'select pg_reload_conf()');
  const address = await sharedAddress(portOf(primary.adminUrl));
  try {
    const adminUrl = urlOf(primary.adminUrl, { port: address.port, database: login.database });
    const loginUrl = urlOf(adminUrl, { user: login.role, password: login.password });
    await migrate({ loginUrl, adminUrl });
    const failover = async (): Promise<string> => {
      const failedAt = performance.now();
      await primary.kill();
      await query(standby.adminUrl, 'select pg_promote()');
      address.moveTo(portOf(standby.adminUrl));
      return `The database failed, and its standby answers since ${((performance.now() - failedAt) / 1000).toFixed(1)} s later.`;
    };
    return await withIsolatedStack(
      {
        signal,
        database: { loginUrl, adminUrl },
        variables: { LOOK_UP_SECONDS: plan.lookUpSeconds.join(',') },
        servers: [{ role: 'web' }, { role: 'web' }, { role: 'worker' }, { role: 'worker' }],
      },
      async (stack) => ({
        ...(await proveOn(stack, plan, log, { more: [{ at: plan.orders / 2, strike: failover }] })),
        notTried: [],
      }),
    );
  } finally {
    address.close();
    await standby.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An address that belongs to one database after the other, as a cluster manager or a proxy gives it. */
async function sharedAddress(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const endAll = (): void => open.forEach((socket) => socket.destroy());
  return {
    port: typeof place === 'object' && place ? place.port : 0,
    moveTo(port: number) {
      target = port;
      endAll();
    },
    close() {
      server.close();
      endAll();
    },
  };
}

const portOf = (url: string): number => Number(new URL(url).port);

function urlOf(url: string, given: { port?: number; database?: string; user?: string; password?: string }): string {
  const made = new URL(url);
  if (given.port) made.port = String(given.port);
  if (given.database) made.pathname = `/${given.database}`;
  if (given.user) made.username = given.user;
  if (given.password) made.password = given.password;
  return made.href;
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
