import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './postgres/free-port.ts';
import { root } from './stack/program.ts';

const [server] = globSync('/usr/lib/postgresql/*/bin/postgres').toSorted();
const canTry = server !== undefined && process.getuid?.() === 0;
if (!canTry) console.log('Backups are not tried: that needs root and the PostgreSQL server of Debian.');

test.skipIf(!canTry)(
  'a lost database is restored to its last moment, and later to a chosen one, also after restores that failed, and a standby follows it',
  async () => {
    const cluster = await makeCluster(path.dirname(server ?? ''));
    onTestFinished(() => cluster.remove());
    cluster.start();
    await cluster.query('create table booking (number int)');
    await cluster.query('insert into booking values (1)');
    let backups = await cluster.backUp();
    await cluster.query('insert into booking values (2)');
    await cluster.untilCopied();
    await backups.stop();
    cluster.lose();
    cluster.restore();
    await cluster.startRestored();
    expect(await cluster.bookings()).toEqual([1, 2]);

    backups = await cluster.backUp();
    // The name of a backup has the second in which it ended.
    await delay(1_000);
    await cluster.query('insert into booking values (3)');
    const [moment] = await cluster.query('select clock_timestamp()::text as value');
    await cluster.query('insert into booking values (4)');
    await cluster.untilCopied();
    await backups.stop();
    expect(() => cluster.restore()).toThrow('The database is running');
    cluster.lose();
    expect(() => cluster.restore('2020-01-01')).toThrow('There is no backup from before 2020-01-01');
    const repair = cluster.damageBackups();
    expect(() => cluster.restore(String(moment))).toThrow('pg_wal.tar.gz');
    repair();
    cluster.restore('2999-01-01');
    await cluster.startAndEnd('recovery ended before configured recovery target was reached');
    cluster.restore(String(moment));
    await cluster.startRestored();
    expect(await cluster.bookings()).toEqual([1, 2, 3]);
    const standby = await cluster.startStandby();
    await cluster.query('insert into booking values (5)');
    await expect.poll(() => standby.bookings().catch(() => [])).toEqual([1, 2, 3, 5]);
    expect(await standby.isStandby()).toEqual([true]);

    // As after the database gave up what was not copied: the changes are no longer complete.
    backups = await cluster.backUp();
    await backups.stop();
    await cluster.query("select pg_drop_replication_slot('backups')");
    backups = await cluster.backUp();
    await cluster.query('insert into booking values (6)');
    await cluster.untilCopied();
    await backups.stop();
    cluster.lose();
    cluster.restore();
    await cluster.startRestored();
    expect(await cluster.bookings()).toEqual([1, 2, 3, 5, 6]);
  },
  400_000,
);

const bookings = 'select number as value from booking order by number';

/** A database as in compose.yaml: the scripts and rules of deploy/ on the PostgreSQL of Debian. */
async function makeCluster(binaries: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-backups-'));
  chmodSync(folder, 0o777);
  cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
  const password = path.join(folder, 'password');
  writeFileSync(password, 'of-this-test');
  const port = await freePort();
  const data = path.join(folder, 'data');
  const env = {
    PATH: `${binaries}:${process.env.PATH}`,
    BACKUPS: path.join(folder, 'backups'),
    KEEP_DAYS: '14',
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'courierdesk_owner',
    PGPASSWORD: 'of-this-test',
    PGDATA: data,
  };
  const run = (file: string, args: string[]): void => {
    const { status, stdout, stderr } = spawnSync(file, args, { env, encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(`${file}: ${stdout}${stderr}`);
  };
  const asPostgres = (...command: string[]): void =>
    run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]);
  const query = async (text: string, at = port): Promise<unknown[]> => {
    const client = new Client({
      connectionString: `postgres://courierdesk_owner:of-this-test@127.0.0.1:${at}/postgres`,
    });
    await client.connect();
    const { rows } = await client.query<{ value: unknown }>(text);
    await client.end();
    return rows.map(({ value }) => value);
  };
  run('mkdir', [env.BACKUPS]);
  asPostgres('initdb', '--auth=scram-sha-256', '--username=courierdesk_owner', `--pwfile=${password}`);
  const optionsAt = (at: number): string =>
    `--options=-c hba_file=${folder}/deploy/pg_hba.conf -c port=${at} -c unix_socket_directories= -c fsync=off`;
  const logFile = path.join(folder, 'log');
  const startArguments = [`--log=${logFile}`, optionsAt(port)];
  const start = (): void => asPostgres('pg_ctl', 'start', '--wait', ...startArguments);
  const accepts = (): boolean => spawnSync('pg_isready', ['--quiet'], { env }).status === 0;
  const stop = (): void => asPostgres('pg_ctl', 'stop', '--mode=immediate');
  return {
    start,
    /** A restored database takes no connection before it has read all changes. */
    async startRestored() {
      start();
      await expect.poll(accepts, { interval: 5 }).toBe(true);
      expect(await query("select current_setting('hot_standby') as value")).toEqual(['off']);
    },
    /** Resolves when the database has ended by itself, with these words in its log. */
    async startAndEnd(words: string) {
      asPostgres('pg_ctl', 'start', '--no-wait', ...startArguments);
      await expect.poll(() => readFileSync(logFile, 'utf8')).toContain(words);
      await expect.poll(() => readdirSync(data)).not.toContain('postmaster.pid');
    },
    query,
    bookings: () => query(bookings),
    /** A copy of the database that follows it. */
    async startStandby() {
      const at = await freePort();
      const files = path.join(folder, 'standby');
      const follow = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'];
      asPostgres('pg_basebackup', `--pgdata=${files}`, ...follow);
      const log = path.join(folder, 'standby.log');
      asPostgres('pg_ctl', 'start', '--no-wait', `--pgdata=${files}`, `--log=${log}`, optionsAt(at));
      onTestFinished(() => asPostgres('pg_ctl', 'stop', '--mode=immediate', `--pgdata=${files}`));
      return {
        bookings: () => query(bookings, at),
        isStandby: () => query('select pg_is_in_recovery() as value', at),
      };
    },
    /** Resolves when there is a copy of all files. */
    async backUp() {
      const program = spawn('sh', [path.join(folder, 'deploy/back-up.sh')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(program, 'exit');
      await once(program.stdout, 'data');
      return {
        async stop() {
          program.kill('SIGTERM');
          await ended;
        },
      };
    },
    async untilCopied() {
      const copied = `select flush_lsn >= pg_current_wal_flush_lsn() as value from pg_stat_replication where application_name = 'pg_receivewal'`;
      await expect.poll(() => query(copied)).toEqual([true]);
    },
    /** The host dies, and its disk with it. */
    lose() {
      stop();
      rmSync(data, { recursive: true });
    },
    /** Makes all copies unreadable until the returned function is called. */
    damageBackups() {
      const files = globSync(`${env.BACKUPS}/current/base/*/pg_wal.tar.gz`);
      for (const file of files) renameSync(file, `${file}.damaged`);
      return () => {
        for (const file of files) renameSync(`${file}.damaged`, file);
      };
    },
    restore: (...moment: string[]) => run('sh', [path.join(folder, 'deploy/restore.sh'), ...moment]),
    remove() {
      if (readdirSync(data).includes('postmaster.pid')) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
