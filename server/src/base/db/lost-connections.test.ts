import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop, aUser } from '../../testing/factories.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: pg.Client;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  const { shopId } = await aShop(server.context);
  ({ token } = await aUser(server.context, shopId));
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

test('a database whose disk is full answers that the call can be repeated', async () => {
  await admin.query(`
    create function disk_is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await admin.query(
    'create trigger disk_is_full before delete on session for each row execute function disk_is_full()',
  );
  const { status, headers, body } = await server.call('POST', 'logout', { token });
  await admin.query('drop function disk_is_full cascade');
  expect({ status, retryAfter: headers.get('retry-after'), code: body.errors[0].code }).toEqual({
    status: 503,
    retryAfter: '5',
    code: 'unavailable',
  });
  expect((await server.call('POST', 'logout', { token })).status).toBe(200);
});
