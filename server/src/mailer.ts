import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';

export type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Mailer = {
  /** Hands a mail to the mail server; resolves when that took it. */
  send(mail: OutgoingMail): Promise<void>;
};

/** Longer than any of these, and the mail server is taken for dead. Together they stay below a mail's lease. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

export function createMailer(config: Config): Mailer {
  const transport = createTransport({ url: config.smtpUrl, ...timeouts, ...(needsTls(config) && requiredTls) });
  const { hostname } = new URL(config.publicUrl);
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({
        ...mail,
        from: config.mailFrom,
        // Should the mail server's answer be lost, the mail goes out again under the same id: mailboxes drop the second.
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}

/** Without this, a mail server without TLS gets our mails and password in plain text, and so does whoever acts as one. */
const requiredTls = { requireTLS: true, ignoreTLS: false };

const needsTls = ({ production, smtpUrl }: Config): boolean =>
  production && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtpUrl).hostname);
