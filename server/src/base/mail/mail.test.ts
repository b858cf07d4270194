import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { aShop } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createMailer } from '../mailer.ts';
import { composeMail } from './compose-mail.ts';
import { queueMail } from './queue-mail.ts';
import { sendDueMails } from './send-due-mails.ts';

let server: TestServer;
let shopId: string;
const send = (context: Context): Promise<unknown> =>
  sendDueMails(context, { shopId }, new AbortController().signal, {
    isStillTrue: () => Promise.resolve(true),
    recordFailure: () => Promise.resolve(),
  });

beforeAll(async () => {
  server = await startTestServer();
  ({ shopId } = await aShop(server.context, { name: 'Anarkali Textiles' }));
});
afterEach(() => withShop(server.context.db, shopId, (trx) => trx.deleteFrom('mail').execute()));
afterAll(() => server?.close());

const words = composeMail({
  shopName: 'Anarkali Textiles',
  paragraphs: ['Salam <Sana> & all'],
  action: { label: 'Open', url: 'https://example.com/?a=1&b=2' },
  reason: 'You asked.',
});
const owe = (to: string) =>
  withShop(server.context.db, shopId, (trx) =>
    queueMail(trx, server.context, { shopId, kind: 'test', to, subject: 'آپ کا پارسل', ...words }),
  );
const stateOf = (id: string) =>
  withShop(server.context.db, shopId, (trx) =>
    trx.selectFrom('mail').select(['state', 'tries', 'last_error']).where('id', '=', id).executeTakeFirstOrThrow(),
  );
const failingWith = (failure: Error): Context => ({
  ...server.context,
  mailer: {
    ...server.context.mailer,
    async send() {
      throw failure;
    },
  },
});

test('a mail arrives in the name of the shop, with its words as text and as HTML', async () => {
  await owe('one@example.test');
  await deliverDueNow(server);
  expect(await mailsTo(server, 'one@example.test')).toEqual([
    {
      from: 'Anarkali Textiles via Courierdesk <no-reply@localhost>',
      to: 'one@example.test',
      subject: 'آپ کا پارسل',
      text: expect.stringContaining('Salam <Sana> & all'),
      html: expect.stringContaining('Salam &#60;Sana&#62; &#38; all'),
      attachments: [],
    },
  ]);
});

test('several workers at once send each mail once', async () => {
  const to = Array.from({ length: 12 }, (_, n) => `many${n}@example.test`);
  for (const address of to) await owe(address);
  await Promise.all([deliverDueNow(server), deliverDueNow(server), deliverDueNow(server)]);
  for (const address of to) expect(await mailsTo(server, address)).toHaveLength(1);
});

test('a mail server that does not answer is tried again later, and nothing is lost', async () => {
  const id = await owe('later@example.test');
  await send(failingWith(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })));
  expect(await stateOf(id)).toEqual({ state: 'waiting', tries: 1, last_error: 'connect ECONNREFUSED' });
  await send(server.context);
  expect(await mailsTo(server, 'later@example.test')).toEqual([]);
  server.clock.advance(10_000);
  await deliverDueNow(server);
  expect(await stateOf(id)).toMatchObject({ state: 'sent', tries: 2 });
  expect(await mailsTo(server, 'later@example.test')).toHaveLength(1);
});

test('a mailbox that does not exist is not tried again', async () => {
  const id = await owe('nobody@example.test');
  await send(failingWith(Object.assign(new Error('550 no such user'), { code: 'EENVELOPE', responseCode: 550 })));
  expect(await stateOf(id)).toEqual({ state: 'failed', tries: 1, last_error: '550 no such user' });
  server.clock.advance(86_400_000);
  await send(server.context);
  expect(await mailsTo(server, 'nobody@example.test')).toEqual([]);
});

/** A mail server that answers each command with the first reply that is for it. */
async function mailServer(replies: Record<string, string>): Promise<net.Server> {
  const replyTo = (command: string): string =>
    Object.entries(replies).find(([begin]) => command.startsWith(begin))?.[1] ?? '250 OK';
  const listening = net
    .createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${replies['greeting'] ?? '220 mail.example.test'}\r\n`);
      socket.on('data', (data) => socket.write(`${replyTo(String(data))}\r\n`));
    })
    .listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return listening;
}

test.each([
  ['lets no one in for a while', { greeting: '554 5.3.2 Too many connections' }],
  ['does not accept the sender', { MAIL: '530 5.7.0 Authentication required' }],
])('a mail is tried again when the mail server %s', async (_what, replies) => {
  const refusing = await mailServer(replies);
  const address = refusing.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const mailer = createMailer({ ...server.context.config, smtpUrl: `smtp://127.0.0.1:${port}` });
  const id = await owe('someone@example.test');
  await send({ ...server.context, mailer });
  refusing.close();
  expect(await stateOf(id)).toMatchObject({
    state: 'waiting',
    tries: 1,
    last_error: expect.stringContaining(Object.values(replies).join()),
  });
});

test('a mail that was sent, but not saved as sent, is not sent again every second', async () => {
  const admin = new pg.Client({ connectionString: server.database.adminUrl });
  await admin.connect();
  await admin.query(`
    create function is_busy() returns trigger language plpgsql as
      $$ begin raise exception 'busy' using errcode = '53300'; end $$;
    create trigger is_busy before update on mail for each row when (new.state = 'sent') execute function is_busy()`);
  await owe('once@example.test');
  for (let second = 0; second < 5; second += 1) {
    await send(server.context).catch(() => undefined);
    server.clock.advance(1_000);
  }
  await admin.query('drop function is_busy cascade');
  await admin.end();
  expect(await mailsTo(server, 'once@example.test')).toHaveLength(1);
  server.clock.advance(300_000);
  await send(server.context);
  expect(await mailsTo(server, 'once@example.test')).toHaveLength(2);
});

test('a mail that a killed worker was sending is sent again under the same id', async () => {
  const id = await owe('killed@example.test');
  const sent: string[] = [];
  const sending = Promise.withResolvers<void>();
  const never: Context = {
    ...server.context,
    mailer: {
      ...server.context.mailer,
      send(mail) {
        sent.push(mail.id);
        sending.resolve();
        return new Promise<void>(() => undefined);
      },
    },
  };
  void send(never);
  await sending.promise;
  server.clock.advance(300_000);
  await send({
    ...server.context,
    mailer: { ...server.context.mailer, send: async (mail) => void sent.push(mail.id) },
  });
  expect(sent).toEqual([id, id]);
});
