import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../server/src/testing/database.ts';
import type { TestDatabase } from '../server/src/testing/database.ts';
import { asOldPostgres } from '../server/src/testing/old-postgres.ts';
import { root } from './stack/program.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-operator-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The exit code and the output of `npm run <command>`, whose input has ended. */
async function run(
  command: string[],
  variables: Record<string, string> = {},
): Promise<{ code: unknown; output: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...command], {
    cwd: root,
    env: {
      ...{ PATH, HOME, DATA_DIR: folder, LOG_LEVEL: 'silent' },
      ...{ DATABASE_URL: database.url, APP_SECRET: 'test-secret-test-secret-test-secret' },
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('npm run operator', () => {
  test('npm run operator lists its commands when none is given', async () => {
    const { code, output } = await run(['operator']);
    expect(code).toBe(0);
    expect(output).toContain('reset-two-factor <email>');
  });

  test('npm run operator ends with 0 for a command that was done, and with 1 and a sentence for one that was not', async () => {
    const shops = await run(['operator', 'shops']);
    expect([shops.code, shops.output]).toEqual([0, expect.stringContaining('last order')]);
    const block = await run(['operator', 'block', 'nowhere']);
    expect([block.code, block.output.trim()]).toEqual([
      1,
      'There is no shop nowhere. To see all: npm run operator -- shops',
    ]);
  });

  test('npm run operator names the variable when it has no database', async () => {
    const { code, output } = await run(['operator', 'shops'], { DATABASE_URL: '' });
    expect([code, output.trim()]).toEqual([1, 'DATABASE_URL: is missing. Give the address of your PostgreSQL.']);
  });
});

describe('npm run migrate refuses with one sentence', () => {
  test.each([
    [
      'DATABASE_URL',
      { DATABASE_URL: '' },
      'DATABASE_URL: is missing. Give the address of your PostgreSQL with the role of the servers.',
    ],
    [
      'DATABASE_ADMIN_URL',
      {},
      'DATABASE_ADMIN_URL: is missing. Give the address of your PostgreSQL with the role that owns the tables.',
    ],
  ])('npm run migrate names %s when it is missing', async (_, variables, sentence) => {
    expect(await run(['migrate'], variables)).toEqual({ code: 1, output: `${sentence}\n` });
  });

  test('npm run migrate of PostgreSQL 15 says which version is needed', async () => {
    const old = await asOldPostgres(database.adminUrl);
    const { code, output } = await run(['migrate'], { DATABASE_ADMIN_URL: old.url });
    old.close();
    expect([code, output.trim()]).toEqual([
      1,
      'DATABASE_ADMIN_URL: Courierdesk needs PostgreSQL 18, and this is 15. Upgrade it.',
    ]);
  });
});

test('npm run doctor ends within 20 seconds with 1 when nothing answers', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const started = performance.now();
  const { code, output } = await run(['doctor'], {
    DATABASE_URL: `postgres://courierdesk_login:x@${host}/courierdesk`,
    SMTP_URL: `smtp://${host}`,
    ...{ LEOPARD_URL: `http://${host}`, MNP_URL: `http://${host}`, TCS_URL: `http://${host}` },
  });
  expect(performance.now() - started).toBeLessThan(20_000);
  silent.close();
  expect(code).toBe(1);
  expect(output).toMatch(/problem +DATABASE_URL: no answer within 9 s/);
});
