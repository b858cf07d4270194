import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';

type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  /** The sender's name. */
  readonly shopName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string | undefined;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
};

export type Mailer = {
  /** Sends an email. Resolves when the mail server has accepted it. */
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in, and sends nothing. */
  verify(): Promise<void>;
};

/** The mail server counts as down after any of these. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

export function createMailer(config: Config): Mailer {
  const transport = createTransport({ url: config.smtpUrl, ...timeouts, ...(needsTls(config) && requiredTls) });
  const { hostname } = new URL(config.publicUrl);
  const sender = senderIn(config.mailFrom);
  return {
    async send({ id, shopName, to, subject, text, html, replyTo, attachments = [] }) {
      await transport.sendMail({
        ...{ to, subject, text, html, replyTo, attachments: [...attachments] },
        from: { name: `${shopName} via ${sender.name}`, address: sender.address },
        // If the mail server's reply is lost, we send the email again with the same id, and mailboxes drop the
        // duplicate.
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    async verify() {
      await transport.verify();
    },
  };
}

/** Of `Courierdesk <no-reply@example.com>`, or of the address alone. */
function senderIn(mailFrom: string): { name: string; address: string } {
  const [, name = '', address = mailFrom] = /^([^<]*)<([^<>]+)>$/.exec(mailFrom) ?? [];
  return { name: name.replaceAll('"', '').trim() || 'Courierdesk', address };
}

/** Without this, a server without TLS (or an attacker in between) would get our emails and password in plain text. */
const requiredTls = { requireTLS: true, ignoreTLS: false };

const needsTls = ({ production, smtpUrl }: Config): boolean =>
  production && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtpUrl).hostname);
