import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: pg.Client;
let token: string;
/** Of someone who logs out. */
let leaving: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  const { shopId } = await aShop(server.context);
  ({ token } = await aUser(server.context, shopId));
  ({ token: leaving } = await aUser(server.context, shopId));
  admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await server?.close();
});

const endAllConnections = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );

const settings = (): Promise<Answer> => server.call('GET', 'store/default-settings', { token });

test('a hundred times, all connections end under load: requests answer or say that they can be repeated, and go on', async () => {
  const end = new AbortController();
  const answers: Answer[] = [];
  const keepAsking = async (ask: () => Promise<Answer>): Promise<void> => {
    while (!end.signal.aborted) answers.push(await ask());
  };
  const clients = [
    ...Array.from({ length: 6 }, () => keepAsking(settings)),
    ...Array.from({ length: 2 }, () => keepAsking(() => server.call('GET', 'store-orders?tab=all', { token }))),
  ];
  for (let round = 0; round < 100; round += 1) {
    const before = answers.length;
    await expect.poll(() => answers.length, { interval: 5 }).toBeGreaterThan(before + clients.length);
    await endAllConnections();
  }
  end.abort();
  await Promise.all(clients);

  const byStatus = Map.groupBy(answers, ({ status }) => status);
  expect([...byStatus.keys()].toSorted()).toEqual([200, 503]);
  for (const { headers, body } of byStatus.get(503) ?? []) {
    expect(headers.get('retry-after')).toBe('5');
    expect(body.errors).toMatchObject([{ code: 'unavailable', msg: expect.stringContaining('Try again') }]);
  }
  // The last of them may not have noticed yet that its connection is gone.
  await expect.poll(async () => (await settings()).status).toBe(200);
}, 120_000);

/** As some providers do when the disk is nearly full, and as a database that became a standby is. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const { pathname } = new URL(server.database.adminUrl);
  await admin.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = ${value}`);
  await endAllConnections();
}

test('a database that became read-only answers that the call can be repeated, and no process is ready', async () => {
  await setReadOnly('on');
  // The last connections may not have noticed yet that they have ended.
  await expect.poll(async () => (await settings()).status).toBe(200);
  const { status, body } = await server.call('POST', 'logout', { token });
  const ready = await server.call('GET', '/readyz');
  await setReadOnly('off');
  expect({ status, code: body.errors?.[0].code }).toEqual({ status: 503, code: 'unavailable' });
  expect({ status: ready.status, body: ready.body }).toEqual({ status: 503, body: { status: 'database not ready' } });
  await expect.poll(async () => (await server.call('GET', '/readyz')).status).toBe(200);
});

test('a database whose disk is full answers that the call can be repeated', async () => {
  await admin.query(`
    create function disk_is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await admin.query(
    'create trigger disk_is_full before delete on session for each row execute function disk_is_full()',
  );
  const { status, headers, body } = await server.call('POST', 'logout', { token: leaving });
  await admin.query('drop function disk_is_full cascade');
  expect({ status, retryAfter: headers.get('retry-after'), code: body.errors[0].code }).toEqual({
    status: 503,
    retryAfter: '5',
    code: 'unavailable',
  });
  expect((await server.call('POST', 'logout', { token: leaving })).status).toBe(200);
});
