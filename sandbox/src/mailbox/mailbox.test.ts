import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxConfig } from '../core/config.ts';
import { openState } from '../core/state.ts';
import type { SandboxContext } from '../core/sandbox-context.ts';
import { createSandboxContext } from '../core/sandbox-context.ts';
import { mailJournal } from './mail-journal.ts';
import { registerMailbox } from './register-mailbox.ts';

let context: SandboxContext;
let url: string;
let smtpPort: number;
let close: () => Promise<void>;

beforeEach(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  const state = await openState(dataDir);
  context = createSandboxContext(state, sandboxConfig({ dataDir, port: 0, smtpPort: 0, seed: false }));
  const app = Fastify();
  ({ smtpPort } = await registerMailbox(app, context));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  close = async () => {
    await app.close();
    await state.close();
    await rm(dataDir, { recursive: true });
  };
});
afterEach(() => close());

async function sendMail(to: string, message: string): Promise<void> {
  const socket = createConnection(smtpPort, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const replied = async () => {
    for (let line = await lines.next(); ; line = await lines.next()) {
      if (line.done) throw new Error('the mailbox hung up');
      if (line.value.charAt(3) === ' ') return line.value;
    }
  };
  await replied();
  const commands = ['EHLO shop', 'MAIL FROM:<shop@demo.store>', `RCPT TO:<${to}>`, 'DATA', `${message}\r\n.`];
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    expect(await replied()).toMatch(/^[23]/);
  }
  socket.end('QUIT\r\n');
}

const twoParts = [
  'From: Demo Store <shop@demo.store>',
  'To: ali@example.com',
  'Subject: =?utf-8?B?2KLZiNix?= is booked',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Track it at http://localhost:3000/track/LE1?a=1',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Track <a href="http://localhost:3000/track/LE1">it</a><script>alert(1)</script></p>',
  '--b--',
].join('\r\n');

test('any mail to any address is kept, with subject, text and HTML decoded', async () => {
  await sendMail('ali@example.com', twoParts);
  expect(mailJournal(context)).toEqual([
    {
      from: 'Demo Store <shop@demo.store>',
      to: 'ali@example.com',
      subject: 'آور is booked',
      text: expect.stringContaining('Track it at http://localhost:3000/track/LE1'),
      html: expect.stringContaining('<p>Track'),
      attachments: [],
    },
  ]);
});

test('the list shows the newest mail first', async () => {
  await sendMail('one@example.com', 'Subject: First\r\n\r\nHello');
  await sendMail('two@example.com', 'Subject: Second\r\n\r\nHello');
  const page = await (await fetch(`${url}/mail`)).text();
  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
});

test('a mail is shown in a frame that runs no script', async () => {
  await sendMail('ali@example.com', twoParts);
  const page = await (await fetch(`${url}/mail/1`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('<script>');
  expect(page).toContain('href="http://localhost:3000/track/LE1?a=1"');
});

test('an unknown mail is a 404', async () => {
  expect((await fetch(`${url}/mail/77`)).status).toBe(404);
});
