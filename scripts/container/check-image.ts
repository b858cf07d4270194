import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { apiBase } from '@courierdesk/contract/endpoint';
import { fetchLabels, getLabelPrint, printLabels } from '@courierdesk/contract/labels';
import * as z from 'zod';
import { openForm, sendBooking } from '../proof/book-through-api.ts';
import { placeOrders } from '../proof/place-orders.ts';
import { callApi } from '../isolated-stack/call-api.ts';
import { installShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import { ensureDatabase } from '../postgres/embedded-postgres.ts';
import { freePort } from '../postgres/free-port.ts';
import { runImage, type Image, type RunningImage } from './run-image.ts';

type Log = (line: string) => void;

/** Compose gives a process 60 seconds. */
const maxStopSeconds = 60;

/** Uses the image as docs/operations.md says: migrations, doctor and server in production, then a shop with the sandbox. */
export async function checkImage(image: Image, stack: IsolatedStack, log: Log): Promise<void> {
  await checkFiles(image, log);
  const production = await productionVariables(stack);
  await checkProduction(image, production, log);
  await checkEarlyStop(image, production, log);
  await bookThroughImage(image, stack, log);
}

async function checkFiles(image: Image, log: Log): Promise<void> {
  const script = `const fs = require('node:fs');
    for (const file of ['/x', '/courierdesk/x']) try { fs.writeFileSync(file, ''); console.log('wrote', file); } catch {}
    fs.writeFileSync('/tmp/x', ''); console.log(process.pid, process.getuid(), process.getgid());`;
  const tried = runImage(image, {}, ['node', '-e', script]);
  await tried.ended;
  assert.equal(tried.output(), '1 10001 10001\n');
  log('ok  It runs as user 10001 on a read-only root file system; only /tmp can be written.');
}

/** A database of its own, and all that production requires. Nothing answers at these addresses of others. */
async function productionVariables({ database }: IsolatedStack): Promise<Record<string, string>> {
  const name = 'courierdesk_container';
  const password = randomBytes(24).toString('hex');
  await ensureDatabase(database.adminUrl, { database: name, role: name, password });
  const admin = new URL(database.adminUrl);
  admin.pathname = `/${name}`;
  const login = new URL(admin);
  login.username = name;
  login.password = password;
  return {
    DATABASE_URL: login.href,
    DATABASE_ADMIN_URL: admin.href,
    PORT: String(await freePort()),
    APP_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://courierdesk.example.com',
    SHOPIFY_CLIENT_ID: randomBytes(16).toString('hex'),
    SHOPIFY_CLIENT_SECRET: randomBytes(16).toString('hex'),
    SMTP_URL: 'smtps://mailer@smtp.invalid',
    MAIL_FROM: 'no-reply@example.com',
    METRICS_TOKEN: randomBytes(16).toString('hex'),
    TRUST_PROXY: '1',
  };
}

async function checkProduction(image: Image, variables: Record<string, string>, log: Log): Promise<void> {
  const migrating = runImage(image, variables, ['node', 'scripts/migrate.ts']);
  assert.equal(await migrating.ended, 0, migrating.output());
  const { DATABASE_ADMIN_URL: _notForTheServer, ...forServer } = variables;
  const doctor = runImage(image, forServer, ['node', 'scripts/doctor.ts']);
  // No mail server and no courier can be reached.
  assert.equal(await doctor.ended, 1, doctor.output());
  assert.match(doctor.output(), /^ok +Migrations: all/m);
  const operator = runImage(image, forServer, ['node', 'scripts/operator.ts', 'shops']);
  assert.equal(await operator.ended, 0, operator.output());
  log('ok  Migrations, doctor and the commands for operators run in it.');

  for (const role of ['web', 'worker']) {
    const server = runImage(image, { ...forServer, PROCESS: role });
    await server.says('"msg":"ready"');
    const statusOf = async (at: string) => (await fetch(`http://127.0.0.1:${variables['PORT']}${at}`)).status;
    const pages = role === 'web' ? ['/login'] : [];
    for (const at of ['/healthz', '/readyz', ...pages]) assert.equal(await statusOf(at), 200, at);
    assert.equal(await statusOf('/metrics'), 401);
    const [, ...health] = image.config.Healthcheck.Test;
    const healthy = runImage(image, forServer, health);
    assert.equal(await healthy.ended, 0, healthy.output());
    await stopCleanly(server, `PROCESS=${role} in production`, log);
    const unhealthy = runImage(image, forServer, health);
    assert.equal(await unhealthy.ended, 1);
  }
}

/** Process 1 ignores the signals that it does not handle. */
async function checkEarlyStop(image: Image, variables: Record<string, string>, log: Log): Promise<void> {
  const nowhere = new URL(variables['DATABASE_URL'] ?? '');
  nowhere.port = '1';
  const server = runImage(image, { ...variables, DATABASE_URL: nowhere.href });
  await server.says('waiting for the database');
  await stopCleanly(server, 'A process that waits for its database', log);
}

async function stopCleanly(server: RunningImage, who: string, log: Log): Promise<void> {
  const { code, seconds } = await server.stop();
  assert.equal(code, 0, server.output());
  assert.ok(seconds < maxStopSeconds, `${who} took ${seconds} s to stop`);
  log(`ok  ${who} answers, and ends with 0 in ${seconds.toFixed(1)} s after SIGTERM.`);
}

/** The sandbox is refused in production, so this is a development server of the same image, in the place of the stack's own. */
async function bookThroughImage(image: Image, stack: IsolatedStack, log: Log): Promise<void> {
  await stack.servers[0].program().stop();
  const { config } = stack.context;
  const server = runImage(image, {
    NODE_ENV: 'development',
    DATABASE_URL: stack.database.loginUrl,
    APP_SECRET: config.appSecret ?? '',
    PUBLIC_URL: config.publicUrl,
    PORT: String(config.port),
    SANDBOX_PORT: String(config.sandboxPort),
    SANDBOX_SMTP_PORT: String(config.sandboxSmtpPort),
  });
  await server.says('"msg":"ready"');
  const shop = await installShop(stack, { users: 1 });
  const [token = ''] = shop.tokens;
  const [order] = await placeOrders(stack, shop, 1);
  assert.ok(order);
  const opened = await openForm(stack, shop, token, order, 'MNP');
  assert.ok('form' in opened, JSON.stringify(opened));
  const booked = await sendBooking(stack, token, opened.form, randomUUID());
  assert.equal(booked.kind, 'booked', `${JSON.stringify(booked)}\n${server.output()}`);
  const fulfilled = async () =>
    Journal.parse(await stack.control(`journal?shop=${shop.domain}`)).fulfillments.length > 0;
  await until(fulfilled);
  log(`ok  An order was booked through it, and the store was updated: ${JSON.stringify(booked)}.`);
  log(`ok  It drew a label: a PDF of ${await labelBytes(stack, token)} bytes.`);
  await stopCleanly(server, 'The server that booked', log);
}

const Journal = z.object({ fulfillments: z.array(z.unknown()) });

async function labelBytes(stack: IsolatedStack, token: string): Promise<number> {
  const ids = (await stack.query('select id from shipment', z.object({ id: z.string() }))).map(({ id }) => id);
  const asked = { shipment_ids: ids, kind: 'airway-bill', size: 'a4-4' };
  const { body } = await callApi(stack.url, token, 'POST', printLabels.path, asked);
  const { id } = printLabels.reply.parse(body).data;
  await until(async () => {
    const at = getLabelPrint.path.replace(':id', id);
    const { data } = getLabelPrint.reply.parse((await callApi(stack.url, token, 'GET', at)).body);
    assert.notEqual(data.state, 'failed');
    return data.state === 'done';
  });
  const fetched = await callApi(stack.url, token, 'POST', fetchLabels.path.replace(':id', id));
  const file = await fetch(`${stack.url}${apiBase}/downloads/${fetchLabels.reply.parse(fetched.body).ticket}`);
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  return bytes.length;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'It took more than a minute.');
    await delay(100);
  }
}
