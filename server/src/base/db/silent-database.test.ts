import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { isDatabaseAway, openDb } from './client.ts';

let database: TestDatabase;
/** Passes on what comes from each side. */
let network: net.Server;
const sockets = new Set<net.Socket>();
let url: string;

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.url);
  network = net.createServer((client) => {
    const server = net.connect({ host: hostname, port: Number(port) });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(server).pipe(client);
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  const here = new URL(database.url);
  const address = network.address() as AddressInfo;
  here.host = `127.0.0.1:${address.port}`;
  url = here.href;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  network?.close();
  await database?.drop();
});

/** As when the host of the database is lost: what is sent on connections that are open gets no answer, and they do not end. */
function fallSilent(): void {
  for (const socket of sockets) {
    socket.unpipe();
    socket.pause();
  }
}

test('a statement on a connection that stays silent fails as if the database were away, and the next one gets another connection', async () => {
  const { db } = openDb(url, { poolSize: 1, applicationName: 'test', maxSilenceMs: 500 });
  const one = () => sql<{ one: number }>`select 1 as one`.execute(db);
  await one();
  fallSilent();
  const error = await db
    .transaction()
    .execute((trx) => sql`select 1`.execute(trx))
    .catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await db.destroy();
});

test('a statement that takes less than the longest silence is answered', async () => {
  const { db } = openDb(url, { poolSize: 1, applicationName: 'test', maxSilenceMs: 500 });
  for (let round = 0; round < 4; round += 1) expect((await sql`select pg_sleep(0.2)`.execute(db)).rows).toHaveLength(1);
  await db.destroy();
});
