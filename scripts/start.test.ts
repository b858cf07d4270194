import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from './postgres/process-identity.ts';
import { freePort } from './postgres/free-port.ts';
import { loadConfig } from '../server/src/base/config.ts';
import { migrate, migrationsFolder } from '../server/src/base/db/migrate.ts';
import { openDatabase, type Database } from './stack/database.ts';
import { freePorts } from './stack/free-ports.ts';
import { root } from './stack/program.ts';
import { startStack } from './stack/start-stack.ts';

let folder: string;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-start-'));
  port = await freePort();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const patience = 120_000;

describe('a running npm start', { timeout: patience }, () => {
  // Each test starts it several times on one data folder: to make a database takes longer than to start on one.
  test('npm start runs again after all its processes were killed, ends with success on Ctrl-C and with its terminal, and leaves no process', async () => {
    const killed = await started();
    for (const pid of [killed.process.pid ?? 0, await serverPid(), databasePid()]) process.kill(pid, 'SIGKILL');
    await killed.ended;
    for (const signal of ['SIGINT', 'SIGHUP'] as const) await expectToEnd(await started(), signal);
  });

  test('npm start replaces a killed server, ends with success on SIGTERM, and with a sentence when its database is killed', async () => {
    const running = await started();
    const killed = await serverPid();
    process.kill(killed, 'SIGKILL');
    await running.says('The server ended (signal SIGKILL) and starts again');
    await expect.poll(() => serverPid().catch(() => killed)).not.toBe(killed);
    await expectToEnd(running, 'SIGTERM');

    const again = await started();
    const server = await serverPid();
    process.kill(databasePid(), 'SIGKILL');
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain('The database ended.');
    expect(isAlive(server)).toBe(false);
  });

  async function expectToEnd(running: Start, signal: NodeJS.Signals): Promise<void> {
    const [server, database] = [await serverPid(), databasePid()];
    running.process.kill(signal);
    expect(await running.ended, signal).toBe(0);
    expect([server, database].map(isAlive), signal).toEqual([false, false]);
  }
});

test('ports that are set in .env are those of the sandbox and its mailbox', { timeout: patience }, async () => {
  const { SANDBOX_PORT, SANDBOX_SMTP_PORT } = await freePorts();
  writeFileSync(path.join(folder, '.env'), `SANDBOX_PORT=${SANDBOX_PORT}\nSANDBOX_SMTP_PORT=${SANDBOX_SMTP_PORT}\n`);
  // As if the demo shop, which takes longest, were there already.
  mkdirSync(path.join(folder, 'data'));
  writeFileSync(path.join(folder, 'data/demo-shop'), createHash('sha256').update('embedded').digest('hex'));
  const stack = await startStack({
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: path.join(folder, 'data'), PORT: String(port) },
    ...{ folder, durable: false, signal: new AbortController().signal, log: () => undefined },
  });
  const answer = await fetch(`http://127.0.0.1:${SANDBOX_PORT}/_control/faults`);
  const mailbox = createConnection(Number(SANDBOX_SMTP_PORT), '127.0.0.1');
  await once(mailbox, 'connect');
  mailbox.destroy();
  await stack.stop();
  expect(answer.status).toBe(200);
});

describe('npm start refuses with one sentence', { timeout: patience }, () => {
  test('a taken port', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect(await refusal({})).toBe(`Port ${port} is taken by another program: stop it, or set PORT to a free port.`);
    other.close();
  });

  test('a data folder that cannot be written to', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(await refusal({ DATA_DIR: path.join(file, 'data') })).toContain('cannot be written to');
  });

  test('a database that does not answer', async () => {
    const url = `postgres://nobody@127.0.0.1:${port}/nothing`;
    expect(await refusal({ DATABASE_URL: url })).toBe(
      `DATABASE_URL: no database answers at 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port}). Start it, or correct the address.`,
    );
  });
});

test(
  'npm start refuses a data folder of a newer version with a sentence, and migrates one of an older version with its data',
  { timeout: patience },
  async () => {
    const dataDir = path.join(folder, 'data');
    const inDatabase = async (work: (admin: pg.Client, database: Database) => Promise<void>): Promise<void> => {
      const database = await openDatabase(loadConfig({ DATA_DIR: dataDir }, folder), { durable: true });
      const admin = new pg.Client({ connectionString: database.adminUrl });
      await admin.connect();
      await work(admin, database);
      await admin.end();
      await database.stop();
    };
    const older = path.join(folder, 'older-migrations');
    cpSync(migrationsFolder, older, { recursive: true });
    const newest = readdirSync(older).toSorted().at(-1) ?? '';
    rmSync(path.join(older, newest));
    await inDatabase(async (admin, database) => {
      await migrate(database, older);
      await admin.query(`insert into shop (id, domain, name, created_at, installed_at)
                         values (gen_random_uuid(), 'kept.myshopify.com', 'Kept', now(), now())`);
      await admin.query(`insert into kysely_migration (name, timestamp) values ('9000-of-a-newer-version', '')`);
    });
    expect((await refusal({})).split('\n').at(-1)).toBe(
      `${dataDir} was last used by a newer version of Courierdesk. Start that version or a newer one, or set DATA_DIR to another folder.`,
    );

    await inDatabase(
      async (admin) => void (await admin.query(`delete from kysely_migration where name like '9000-%'`)),
    );
    const running = await started();
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    await inDatabase(async (admin) => {
      const { rows } = await admin.query(
        `select name, (select max(name) from kysely_migration) || '.sql' as newest from shop`,
      );
      expect(rows).toEqual([{ name: 'Kept', newest }]);
    });
  },
);

test('npm start names all wrong values at once', { timeout: patience }, async () => {
  const refused = await refusal({ PORT: 'many', APP_SECRET: 'short', DATABASE_URL: 'mysql://db' });
  expect(refused.split('\n')).toEqual([
    'PORT: must be a port number',
    'DATABASE_URL: must be a postgres:// address with a percent-encoded user and password, such as %23 for #',
    'APP_SECRET: must have at least 32 characters',
  ]);
});

test('npm start in production names everything that is missing at once', { timeout: patience }, async () => {
  const lines = (await refusal({ NODE_ENV: 'production' })).split('\n');
  expect(lines[0]).toBe('APP_SECRET: is required in production; create one with: openssl rand -hex 32');
  const variables = lines.map((line) => line.split(':')[0]);
  expect(variables).toEqual(['APP_SECRET', 'PUBLIC_URL', 'SHOPIFY_CLIENT_ID', 'SMTP_URL', 'MAIL_FROM']);
});

type Start = {
  process: ChildProcess;
  ended: Promise<number | null>;
  output(): string;
  says(text: string): Promise<void>;
};

function start(variables: Record<string, string>): Start {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: path.join(folder, 'data'), PORT: String(port), SANDBOX: 'off', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    process: child,
    ended,
    output: () => output,
    says: async (text) => {
      await expect.poll(() => output, { timeout: patience, interval: 50 }).toContain(text);
    },
  };
}

async function started(): Promise<Start> {
  const running = start({});
  const failed = running.ended.then(() => Promise.reject(new Error(`It did not start: ${running.output()}`)));
  failed.catch(() => undefined);
  await Promise.race([running.says('Ctrl-C stops it.'), failed]);
  return running;
}

async function refusal(variables: Record<string, string>): Promise<string> {
  const refused = start(variables);
  expect(await refused.ended).toBe(1);
  return refused.output().trim();
}

// The log of the server tells its process id with each line.
async function serverPid(): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (!reply.ok) throw new Error('The server is not ready.');
  const lines = readFileSync(path.join(folder, 'data/logs/server.log'), 'utf8').trim().split('\n');
  return Number(/"pid":(\d+)/.exec(lines.findLast((line) => line.includes('"pid"')) ?? '')?.[1]);
}

function databasePid(): number {
  return Number(readFileSync(path.join(folder, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}
