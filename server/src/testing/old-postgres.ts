import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo } from 'node:net';

const asked = "current_setting('server_version_num')";
/** Of the same length, because the protocol counts bytes. */
const answered = "'150004'".padEnd(asked.length);

/** The database of the address, which says that it is PostgreSQL 15. */
export async function asOldPostgres(address: string): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port } = new URL(address);
  const server = createServer((client) => {
    const database = createConnection(Number(port), hostname);
    client.on('data', (bytes) => database.write(bytes.toString('latin1').replaceAll(asked, answered), 'latin1'));
    database.on('data', (bytes) => client.write(bytes));
    client.on('close', () => database.destroy()).on('error', () => database.destroy());
    database.on('close', () => client.destroy()).on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => void server.close() };
}
