import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aShop } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { withShop } from '../db/tenancy.ts';
import { fileById, readFile } from './read-file.ts';
import { readLines, type FileLine } from './read-lines.ts';
import { createTicket } from './tickets.ts';
import { writeFile } from './write-file.ts';

let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer({ sandbox: false });
  ({ shopId } = await aShop(server.context));
});
afterAll(() => server?.close());

const aFile = () => ({
  ...{ shopId, name: 'orders.csv', contentType: 'text/csv' },
  expiresAt: new Date(server.clock.now.getTime() + 3_600_000),
});
const inShop = <Result>(work: Parameters<typeof withShop<Result>>[2]) => withShop(server.context.db, shopId, work);

it('a file that arrives in small and large parts is read as it was written', async () => {
  const parts = [1, 300_000, 7, 600_000].map((length) => randomBytes(length));
  const id = await writeFile(server.context, aFile(), parts);
  expect((await readFile(server.context, shopId, id)).equals(Buffer.concat(parts))).toBe(true);
  expect(await inShop((trx) => fileById(trx, shopId, id, server.clock.now))).toMatchObject({ size: 900_008 });
});

it('a file leaves nothing when its source fails', async () => {
  async function* broken() {
    yield randomBytes(300_000);
    throw new Error('the source ended');
  }
  const count = () => inShop((trx) => trx.selectFrom('stored_file').select('id').execute());
  const before = await count();
  await expect(writeFile(server.context, aFile(), broken())).rejects.toThrow('the source ended');
  expect(await count()).toEqual(before);
});

it('the link of a download works once, within a minute', async () => {
  const id = await writeFile(server.context, aFile(), [Buffer.from('a,b\r\n')]);
  const ticket = () => inShop((trx) => createTicket(trx, shopId, id, server.clock.now));
  const fetched = async (link: string) => (await server.call('GET', `downloads/${link}`)).status;
  const first = await ticket();
  expect([await fetched(first), await fetched(first)]).toEqual([200, 400]);
  const late = await ticket();
  server.clock.advance(61_000);
  expect(await fetched(late)).toBe(400);
});

it('a line that is too long is reported, and the lines around it are read', async () => {
  async function* chunks() {
    yield Buffer.from('first\nsec');
    yield Buffer.from(`ond\n${'x'.repeat(50)}`);
    yield Buffer.from(`${'x'.repeat(50)}\nlast`);
  }
  const lines: FileLine[] = [];
  for await (const line of readLines(chunks(), 60)) lines.push(line);
  expect(lines).toEqual([{ text: 'first' }, { text: 'second' }, { tooLong: true }, { text: 'last' }]);
});
