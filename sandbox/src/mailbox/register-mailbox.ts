import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { SandboxContext } from '../core/sandbox-context.ts';
import { mailPage, mailboxPage } from './mail-pages.ts';
import { storeMail, mailCollection } from './mails.ts';

type Mailbox = {
  smtpPort: number;
};

const maxMailBytes = 25 * 1024 * 1024;

/** A mailbox for every address but `no-mailbox@…`: takes mail over SMTP, shows it at /mail. It closes with the app. */
export async function registerMailbox(app: FastifyInstance, context: SandboxContext): Promise<Mailbox> {
  app.get('/mail', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailboxPage([...mailCollection(context).values()])),
  );
  app.get<{ Params: { id: string } }>('/mail/:id', async (request, reply) => {
    const mail = mailCollection(context).get(request.params.id);
    return reply
      .code(mail ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(mailPage(mail));
  });
  const server = smtpServer(context);
  const smtpPort = await listen(server, context.config.host, context.config.smtpPort);
  app.addHook('onClose', () => closeServer(server));
  return { smtpPort };
}

function smtpServer(context: SandboxContext): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: maxMailBytes,
    closeTimeout: 1000,
    banner: 'Courierdesk sandbox mailbox',
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username }),
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.startsWith('no-mailbox@')
          ? Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 })
          : undefined,
      ),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        storeMail(context, Buffer.concat(chunks), recipientsOf(session)).then(
          () => callback(null),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
}

const recipientsOf = (session: SMTPServerSession): string[] =>
  session.envelope.rcptTo.map((recipient) => recipient.address);

function listen(server: SMTPServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, host, () => {
      server.off('error', reject);
      // A client that disconnects early must not stop the sandbox.
      server.on('error', () => undefined);
      resolve(portOf(listener.address()));
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  return address.port;
}

const closeServer = (server: SMTPServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
