import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/postgres/free-port.ts';
import { noShop } from '../base/db/job-requests.ts';
import { ensureRoles } from '../base/db/roles.ts';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let admin: pg.Client;
let env: Record<string, string>;

/** A role with a password that production takes. It belongs to all databases of the tests, as their own login role does. */
const login = { name: 'courierdesk_production', password: 'uX3-9vQ2mLp8' };

beforeAll(async () => {
  database = await cloneDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await ensureRoles(admin, login);
  const url = new URL(database.url);
  url.username = login.name;
  url.password = login.password;
  env = {
    NODE_ENV: 'production',
    PROCESS: 'web',
    PORT: String(await freePort()),
    APP_SECRET: '7f3a9c1e5b2d8046f1a7c3e9b5d20864aa17c3e95b2d80461f7a9c3e5b2d8064',
    PUBLIC_URL: 'https://app.lawnhouse.pk',
    DATABASE_URL: url.href,
    SHOPIFY_CLIENT_ID: '9b1c2d3e4f5a60718293a4b5c6d7e8f9',
    SHOPIFY_CLIENT_SECRET: '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',
    SMTP_URL: 'smtp://mailer:uX3-9vQ2mLp8@smtp.lawnhouse.pk:587',
    MAIL_FROM: 'no-reply@lawnhouse.pk',
    SMPT_URL: 'smtp://smtp.lawnhouse.pk',
  };
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

/** What a server says until it logs `last` and is stopped, or until it ends by itself. */
async function start({ last = 'ready', variables = {} } = {}): Promise<{ code: number | null; output: string }> {
  const script = fileURLToPath(new URL('main.ts', import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const all = { PATH, NODE_COMPILE_CACHE, ...env, ...variables };
  const server = spawn(process.execPath, [script], { env: all, cwd: '/' });
  const ended = once(server, 'close');
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes(`"msg":"${last}"`)) server.kill('SIGTERM');
    });
  }
  const [code] = await ended;
  return { code, output };
}

test('a start in production logs what it found, serves, and ends cleanly when it is stopped', async () => {
  const { code, output } = await start();
  expect(code).toBe(0);
  expect(output).toContain('"msg":"ready"');
  const reasons = output
    .split('\n')
    .filter((line) => line.includes('found at the start'))
    .map((line) => JSON.parse(line).reason);
  expect(reasons).toContain('SMPT_URL: has no effect. Did you mean SMTP_URL?');
  expect(reasons).toContainEqual(expect.stringMatching(/^METRICS_TOKEN: is not set/));
  expect(output).not.toContain('uX3-9vQ2mLp8');
});

test('a start stops when row-level security does not apply to its role', async () => {
  await admin.query('alter table shipment disable row level security');
  const { code, output } = await start();
  await admin.query('alter table shipment enable row level security');
  expect(code).toBe(1);
  expect(output).toContain('row-level security does not apply in shipment');
  expect(output).not.toContain('"msg":"ready"');
});

test('a start that waits for its database ends cleanly when it is stopped', async () => {
  const nowhere = new URL(env['DATABASE_URL'] ?? '');
  nowhere.port = '1';
  const { code, output } = await start({
    last: 'waiting for the database',
    variables: { DATABASE_URL: nowhere.href },
  });
  expect(output).toContain('waiting for the database');
  expect(code).toBe(0);
});

test('a worker that finds its port taken says what to do, and begins no job that its end would interrupt', async () => {
  const other = createServer().listen(Number(env['PORT']), '127.0.0.1');
  await once(other, 'listening');
  await admin.query(
    `insert into pgboss.job (name, singleton_key, group_id, policy) values ('webhooks', $1, $1, 'key_strict_fifo')`,
    [noShop],
  );
  const { code, output } = await start({ variables: { PROCESS: 'worker' } });
  other.close();
  const { rows } = await admin.query(`select state from pgboss.job where name = 'webhooks'`);
  expect(output).toContain(`Port ${env['PORT']} is taken by another program: stop it, or set PORT to a free port.`);
  expect({ code, rows }).toEqual({ code: 1, rows: [{ state: 'created' }] });
});
