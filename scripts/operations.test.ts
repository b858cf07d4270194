import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../server/src/base/db/migrate.ts';
import { openDb } from '../server/src/base/db/client.ts';
import { roleProblem, isolationProblem } from '../server/src/base/db/roles.ts';
import { root } from './stack/program.ts';
import { serverHeap } from './stack/server-heap.ts';

const text = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
const statements = blocks('sql').flatMap((block) => block.split(/;\s*$/m).filter((one) => one.trim() !== ''));
const unit = blocks('ini').find((block) => block.includes('[Service]')) ?? '';

test('the database of docs/operations.md takes the migrations, and its other statements run in it', async () => {
  const server = new URL(process.env.TEST_DATABASE_ADMIN_URLS ?? '');
  const [owner, database] = ['courierdesk_operations', 'courierdesk_operations'];
  const own = statements.map((one) =>
    one
      .replaceAll('courierdesk_owner', owner)
      .replace('DATABASE courierdesk ', `DATABASE ${database} `)
      .replace('…', 'of-this-test'),
  );
  const [create, others] = [own.filter((one) => /CREATE/.test(one)), own.filter((one) => !/CREATE/.test(one))];
  expect([create.length, others.length]).toEqual([2, 3]);
  const admin = new Client({ connectionString: server.href });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${database} with (force)`);
    for (const role of ['courierdesk_second_of_operations', owner]) {
      await admin.query(`drop owned by ${role}`);
      await admin.query(`drop role if exists ${role}`);
    }
    await admin.end();
  });
  for (const one of create) await admin.query(one);
  const address = (user: string) => `postgres://${user}:of-this-test@${server.host}/${database}`;
  const [adminUrl, loginUrl] = [address(owner), address('courierdesk_of_operations')];
  // Roles belong to the cluster: those of other tests have another owner.
  for (const role of ['courierdesk_tenant', 'courierdesk_system'])
    await admin.query(`grant ${role} to ${owner} with admin option`);
  await migrate({ adminUrl, loginUrl });

  const { db, pool } = openDb(loginUrl, { poolSize: 1, applicationName: 'test' });
  expect([await roleProblem(pool), await isolationProblem(pool)]).toEqual([undefined, undefined]);
  const { rows } = await pool.query(`select current_setting('statement_timeout') as statement`);
  expect(rows).toEqual([{ statement: '1min' }]);
  await db.destroy();
  // Another name takes the place of the first one, which the owner can drop.
  const secondUrl = address('courierdesk_second_of_operations');
  await migrate({ adminUrl, loginUrl: secondUrl });
  const second = openDb(secondUrl, { poolSize: 1, applicationName: 'test' });
  expect([await roleProblem(second.pool), await isolationProblem(second.pool)]).toEqual([undefined, undefined]);
  await second.db.destroy();
  const asOwner = new Client({ connectionString: adminUrl });
  await asOwner.connect();
  await asOwner.query('drop role courierdesk_of_operations');
  for (const one of others) await asOwner.query(one);
  await asOwner.end();
});

test('servers of docs/operations.md have the memory settings of npm start', () => {
  const command = `node ${serverHeap.join(' ')} server/src/app/main.ts`;
  expect(blocks('sh').join('')).toContain(`NODE_ENV=production ${command}`);
  expect(unit).toContain(`ExecStart=/usr/bin/${command}`);
});

test('the systemd unit starts a process again however long its database is away', () => {
  expect(unit).toMatch(/^Restart=always\nRestartSec=2$/m);
  // Otherwise systemd gives up after five starts that fail.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!systemd) console.log('systemd is not installed: the unit of docs/operations.md is not verified.');

test.skipIf(!systemd)('systemd understands the unit', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'courierdesk@web.service');
  // Node may be elsewhere on this machine.
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
    encoding: 'utf8',
  });
  expect([status, stderr.split('\n').filter((line) => line.includes('courierdesk'))]).toEqual([0, []]);
});

test('every npm command of docs/operations.md is a script', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
