import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeAbandoned, ensureDatabase, startEmbeddedPostgres, startTemporaryPostgres } from './embedded-postgres.ts';
import { isAlive } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'courierdesk-embedded-')), 'postgres');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

test('what was stored is there after a stop and a start', async () => {
  const first = await startEmbeddedPostgres({ folder });
  await ask(first.adminUrl, "create table note as select 'kept' as text");
  await first.stop();
  const second = await startEmbeddedPostgres({ folder });
  expect(await ask(second.adminUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
  await second.stop();
});

test('it keeps its port and its password, which only its user reads', async () => {
  const first = await startEmbeddedPostgres({ folder });
  await first.stop();
  const second = await startEmbeddedPostgres({ folder });
  await second.stop();
  expect(second.adminUrl).toBe(first.adminUrl);
  expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
});

test('text is UTF-8 and sorts the same on every machine', async () => {
  const postgres = await startEmbeddedPostgres({ folder });
  const [row] = await ask(
    postgres.adminUrl,
    `select datcollate, datlocale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'postgres'`,
  );
  await postgres.stop();
  expect(row).toEqual({ datcollate: 'C', datlocale: 'C.UTF-8', encoding: 'UTF8' });
});

test('the login role of a new database is neither superuser nor above row-level security', async () => {
  const postgres = await startEmbeddedPostgres({ folder });
  await ensureDatabase(postgres.adminUrl, { database: 'desk', role: 'clerk', password: 'one' });
  await ensureDatabase(postgres.adminUrl, { database: 'desk', role: 'clerk', password: 'two' });
  const login = new URL(postgres.adminUrl);
  Object.assign(login, { pathname: '/desk', username: 'clerk', password: 'two' });
  const rows = await ask(
    login.href,
    'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
  );
  await postgres.stop();
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
});

test('after kill -9 of its starter and of itself, it starts again with what was committed', async () => {
  const { starter, postmaster } = await startElsewhere();
  starter.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await once(starter, 'exit');
  await expectTheNote();
});

test('after kill -9 of its starter alone, the server left behind is ended and started again', async () => {
  const { starter, postmaster } = await startElsewhere();
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  expect(isAlive(postmaster)).toBe(true);
  await expectTheNote();
  expect(isAlive(postmaster)).toBe(false);
});

test('its old process id may belong to another program, which is left alone', async () => {
  const { starter, postmaster } = await startElsewhere();
  starter.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await once(starter, 'exit');
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const file = path.join(folder, 'cluster/postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));
  await expectTheNote();
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
  stranger.kill();
});

describe('a clear sentence refuses', () => {
  test('a folder that another process runs on', async () => {
    const { starter } = await startElsewhere();
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      /^Process \d+ is already running on the database in/,
    );
    starter.kill('SIGTERM');
    await once(starter, 'exit');
  });

  test('a database of another version', async () => {
    await (await startEmbeddedPostgres({ folder })).stop();
    writeFileSync(path.join(folder, 'cluster/PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      /was made by PostgreSQL 17, and this version brings 18\. Start the version of Courierdesk that made it, or rename its data folder/,
    );
  });

  test('a folder that cannot be written to', async () => {
    writeFileSync(folder, 'a file in its place');
    await expect(startEmbeddedPostgres({ folder: path.join(folder, 'below') })).rejects.toThrow(/cannot be written to/);
  });
});

test('a throw-away server leaves nothing behind', async () => {
  const postgres = await startTemporaryPostgres();
  const [row] = await ask(postgres.adminUrl, 'show data_directory');
  const cluster = String(row?.['data_directory']);
  expect(existsSync(cluster)).toBe(true);
  await postgres.stop();
  expect(existsSync(path.dirname(cluster))).toBe(false);
});

test('what a killed test run left behind goes with the next one', async () => {
  const { starter, postmaster } = await startElsewhere();
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  await removeAbandoned(path.basename(path.dirname(folder)), 'postgres');
  expect(isAlive(postmaster)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

// Runs the server from another process, with a committed row in it.
async function startElsewhere(): Promise<{ starter: ChildProcess; postmaster: number }> {
  const program = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))};
    const postgres = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} });
    const client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query("create table note as select 'kept' as text");
    await client.end();
    process.on('SIGTERM', () => postgres.stop().then(() => process.exit()));
    process.send('ready');`;
  const args = ['--input-type=module', '--eval', program];
  const starter = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(starter, 'message');
  return {
    starter,
    postmaster: Number(readFileSync(path.join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]),
  };
}

async function expectTheNote(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder });
  const rows = await ask(postgres.adminUrl, 'select text from note');
  await postgres.stop();
  expect(rows).toEqual([{ text: 'kept' }]);
}

async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
