import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { acrossShops, withShop } from '../../base/db/tenancy.ts';
import { hashPassword } from '../../base/secrets/passwords.ts';
import { createVault } from '../../base/secrets/vault.ts';
import { aUserWithTwoFactor, password, signIn } from '../../people/two-factor/two-factor.testing.ts';
import { aBatch } from '../../testing/batches.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { scheduledJobs } from '../worker.ts';
import { exportedTables } from './export-shop.ts';
import { runOperator } from './operator.ts';

let server: TestServer;
let shop: BookableShop;
let folder: string;
let passwordHash: string;
let printed: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courierdesk-operator-'));
  server = await startTestServer();
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  shop = await aBookableShop(server);
  printed = [];
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The exit code of a command. What it printed is in `printed`. */
const operator = (command: string, answer = '', context = server.context): Promise<0 | 1> =>
  runOperator(context, command.split(' '), {
    print: (line) => void printed.push(line),
    ask: (question) => {
      printed.push(question);
      return Promise.resolve(answer);
    },
  });

/** What the owner reads in the activity log: who did what, newest first. */
async function activityLog(token = shop.token): Promise<string[]> {
  const { body } = await server.call('GET', 'audit-events', { token });
  return body.data.map(
    (event: { actor: { name: string }; sentence: string }) => `${event.actor.name} ${event.sentence}`,
  );
}

test('shops lists each shop with plan, last order and users in columns', async () => {
  await shop.book(await shop.newOrder(), 'LEOPARD');
  const other = await aShop(server.context, { name: 'Never booked', plan: 'FREE' });
  expect(await operator('shops')).toBe(0);
  const today = server.clock.now.toISOString().slice(0, 10);
  expect(printed[0]).toMatch(/^id +domain +name +plan +installed +last order +users$/);
  expect(printed.find((line) => line.startsWith(shop.shopId))).toMatch(
    new RegExp(`${shop.domain}.* YEARLY +${today} +${today} +1$`),
  );
  expect(printed.find((line) => line.startsWith(other.shopId))).toMatch(/Never booked +FREE .* none +0$/);
});

/** A name that clears the screen, adds a line, and reverses what follows. */
const harmful = 'Lahore\u001b[2J\nnew line\u009b31m\u202e Lawn';
const harmless = 'Lahore [2J new line 31m Lawn';

test('a shop’s name with escape sequences cannot change the operator’s terminal', async () => {
  const { shopId, domain } = await aShop(server.context, { name: harmful });
  expect(await operator('shops')).toBe(0);
  expect(printed.find((line) => line.startsWith(shopId))).toContain(`${domain}  ${harmless}  `);
  await operator(`erase ${domain}`);
  expect(printed).toContain(`This erases all data of ${harmless} for ever. Type ${domain} to go on: `);
});

test('nobody of a blocked shop can sign in or stay signed in, and unblocking lets them in again', async () => {
  const staff = await aUser(server.context, shop.shopId, { role: 'USER', passwordHash });
  expect(await operator(`block ${shop.domain.replace('.myshopify.com', '')}`)).toBe(0);
  expect(printed).toEqual([`${shop.domain} is now blocked: nobody can sign in, and nothing is booked.`]);

  expect(await server.call('GET', 'me', { token: shop.token })).toMatchObject({
    status: 401,
    body: { errors: [{ code: 'unauthorised', detail: { reason: 'blocked' } }] },
  });
  expect(await signIn(server, staff.email)).toMatchObject({
    status: 403,
    body: { errors: [{ code: 'user-restricted', msg: expect.stringContaining('This shop is blocked') }] },
  });

  expect(await operator(`block ${shop.shopId}`)).toBe(0);
  expect(printed.at(-1)).toContain('is already blocked');
  expect(await operator(`unblock ${shop.domain}`)).toBe(0);
  expect((await server.call('GET', 'me', { token: shop.token })).status).toBe(200);
  expect((await signIn(server, staff.email)).status).toBe(200);
  expect(await activityLog()).toEqual(
    expect.arrayContaining([
      'Operator of Courierdesk blocked the shop: nobody can sign in, and nothing is booked',
      'Operator of Courierdesk unblocked the shop',
    ]),
  );
});

test('orders of a batch that was sent before the shop was blocked are not booked', async () => {
  const order = await shop.newOrder();
  const batch = await aBatch(server, shop, [order], { account: shop.accounts.LEOPARD });
  expect((await batch.call('POST', '/book', {})).status).toBe(200);
  const before = await shop.consignments();
  await operator(`block ${shop.domain}`);
  await server.work('batch-rows');
  await operator(`unblock ${shop.domain}`);
  expect(await batch.row(order.name)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('This shop is blocked'),
  });
  expect(await shop.consignments()).toEqual(before);
});

test('erase keeps a shop whose store has the app, and one whose domain was not typed', async () => {
  expect(await operator(`erase ${shop.domain}`, 'yes')).toBe(1);
  expect(printed.at(-1)).toBe(`That is not ${shop.domain}. Nothing was erased.`);
  expect(await operator(`erase ${shop.domain}`, shop.domain)).toBe(1);
  expect(printed.at(-1)).toContain('still has Courierdesk installed, so nothing was erased');
  expect((await server.call('GET', 'me', { token: shop.token })).status).toBe(200);
});

test('erase deletes every row of a shop that has uninstalled, without a question when its domain is given', async () => {
  await shop.book(await shop.newOrder(), 'LEOPARD');
  await server.sandbox.control(`shops/${shop.domain}`, { uninstall: true });
  expect(await operator(`erase ${shop.domain} --yes-erase ${shop.domain}`)).toBe(0);
  expect(printed).toEqual([`${shop.domain} is erased, with its activity log.`]);
  for (const table of exportedTables) {
    const column = sql.ref(table === 'shop' ? 'id' : 'shop_id');
    const { rows } = await acrossShops(server.context.db, (trx) =>
      sql`select from ${sql.table(table)} where ${column} = ${shop.shopId}`.execute(trx),
    );
    expect([table, rows.length]).toEqual([table, 0]);
  }
});

test('export writes every row of one shop as lines of JSON, without secrets and other shops', async () => {
  const owner = await aUser(server.context, shop.shopId, { passwordHash });
  await shop.book(await shop.newOrder(), 'LEOPARD');
  const other = await aBookableShop(server);
  await other.book(await other.newOrder(), 'LEOPARD');
  const file = path.join(folder, `${shop.shopId}.jsonl`);
  expect(await operator(`export ${shop.domain} ${file}`)).toBe(0);

  const text = await readFile(file, 'utf8');
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ format: 'courierdesk-shop', version: 1, domain: shop.domain });
  expect(printed).toEqual([expect.stringContaining(`${shop.domain}: wrote ${lines.length} rows to ${file}.`)]);
  const rowsOf = (table: string) => lines.filter((line) => line.table === table).map(({ row }) => row);
  expect(rowsOf('shop')).toMatchObject([{ id: shop.shopId, domain: shop.domain }]);
  expect(rowsOf('shipment')).toMatchObject([{ booking_state: 'booked' }]);
  expect(rowsOf('app_user').map(({ email }) => email)).toContain(owner.email);
  expect(rowsOf('courier_account')).toHaveLength(4);
  expect(rowsOf('audit_event').length).toBeGreaterThan(0);

  const secrets = Object.values(courierValues.LEOPARD).filter((value) => /pass|key/.test(value));
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of [...secrets, passwordHash, other.shopId, other.domain]) expect(text).not.toContain(secret);
  const withBytes = lines.filter(({ row }) =>
    Object.values(row).some((value) => String(value).startsWith(String.raw`\x`)),
  );
  expect(withBytes.map(({ table }) => table)).toEqual([]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await activityLog()).toContain('Operator of Courierdesk exported all data of the shop');
});

test('export does not touch a file that exists', async () => {
  const file = path.join(folder, 'mine.txt');
  await writeFile(file, 'mine');
  expect(await operator(`export ${shop.domain} ${file}`)).toBe(1);
  expect(printed[0]).toContain('Name a file that does not exist yet.');
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('every column with bytes that export writes is known to hold no secret', async () => {
  const { rows } = await acrossShops(server.context.db, (trx) =>
    sql<{ name: string }>`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relname = any(${exportedTables}) and a.atttypid = 'bytea'::regtype
        and a.attname !~ 'secret|token|password|hash|salt'`.execute(trx),
  );
  expect(rows.map(({ name }) => name)).toEqual(['shop_logo.png']);
});

test('an owner whose two-factor was reset gets an email, is signed out, and signs in with the password', async () => {
  const owner = await aUserWithTwoFactor(server, shop.shopId, { passwordHash });
  expect(await operator(`reset-two-factor ${owner.email.toUpperCase()}`)).toBe(0);
  expect((await server.call('GET', 'me', { token: owner.token })).status).toBe(401);
  const signedIn = await signIn(server, owner.email);
  expect(signedIn.body.two_factor_await).toBe(false);
  await deliverDueNow(server);
  const [mail] = (await mailsTo(server, owner.email)).filter(({ subject }) => subject.includes('Two-factor was reset'));
  expect(mail?.text).toContain('The operator of Courierdesk turned off two-factor sign-in');
  expect(await activityLog(signedIn.body.auth_token)).toContainEqual(
    expect.stringMatching(/^Operator of Courierdesk reset the two-factor of Test User/),
  );
  expect(await operator(`reset-two-factor ${owner.email}`)).toBe(1);
  expect(printed.at(-1)).toBe('This user does not use two-factor.');
});

test('send-verification sends an unverified user another link, of the shop that is named', async () => {
  const second = await aShop(server.context);
  const { email, userId } = await aUser(server.context, shop.shopId, { role: 'USER', verified: false });
  await aUser(server.context, second.shopId, { role: 'USER', verified: false, email });
  expect(await operator(`send-verification ${email}`)).toBe(1);
  expect(printed.at(-1)).toContain(`Several shops have a user ${email}`);
  expect(await operator(`send-verification ${email} --shop ${shop.domain}`)).toBe(0);
  await deliverDueNow(server);
  expect(await mailsTo(server, email)).toMatchObject([{ text: expect.stringContaining('/email-verify?token=') }]);
  expect(await activityLog()).toContainEqual(expect.stringMatching(/^Operator of Courierdesk sent Test User/));
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx.updateTable('app_user').set({ is_verified_user: true }).where('id', '=', userId).execute(),
  );
  expect(await operator(`send-verification ${email} --shop ${shop.domain}`)).toBe(1);
});

test('rotate-secrets encrypts everything with the new secret, so that it alone opens it', async () => {
  const secrets = ['another-secret-another-secret-another', 'test-secret-test-secret-test-secret'] as const;
  const rotating = { ...server.context, vault: createVault(...secrets) };
  expect(await operator('rotate-secrets', '', rotating)).toBe(0);
  expect(printed.at(-1)).toContain('Everything that is stored is encrypted with APP_SECRET');
  const alone = { ...server.context, vault: createVault(secrets[0]) };
  const jobs = scheduledJobs.filter(({ name }) => name.includes('.reseal-'));
  expect(jobs).toHaveLength(3);
  for (const job of jobs) await expect(job.run(alone)).resolves.toBeUndefined();
});

test.each([
  ['block nowhere', 'There is no shop nowhere.'],
  ['erase nowhere.myshopify.com', 'There is no shop nowhere.myshopify.com.'],
  ['export nowhere out.jsonl', 'There is no shop nowhere.'],
  ['reset-two-factor nobody@example.test', 'No user has the email nobody@example.test.'],
  ['send-verification nobody@example.test', 'No user has the email nobody@example.test.'],
  ['blok nowhere', 'There is no command blok.'],
  ['block', 'npm run operator -- <command>'],
  ['shops --all', "Unknown option '--all'"],
])('“%s” ends with a sentence and the code of a failure', async (command, sentence) => {
  expect(await operator(command)).toBe(1);
  expect(printed.join('\n')).toContain(sentence);
});
