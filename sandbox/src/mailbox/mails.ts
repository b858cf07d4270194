import PostalMime from 'postal-mime';
import type { SandboxContext } from '../core/sandbox-context.ts';

export type Mail = {
  id: string;
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Their names. */
  attachments: string[];
  attachmentTexts?: string[];
};

export const mailCollection = (context: SandboxContext) => context.state.collection<Mail>('mails');

/** Parses a message from SMTP and stores it on disk. */
export async function storeMail(context: SandboxContext, raw: Buffer, recipients: string[]): Promise<Mail> {
  const message = await PostalMime.parse(raw);
  const id = String(context.state.counter('mail'));
  const mail: Mail = {
    id,
    at: context.now().toISOString(),
    from: message.from?.name ? `${message.from.name} <${message.from.address}>` : (message.from?.address ?? ''),
    to: recipients.join(', '),
    subject: message.subject ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
    attachments: message.attachments.map((attachment) => attachment.filename ?? attachment.mimeType),
    attachmentTexts: message.attachments.map(({ content }) =>
      typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8'),
    ),
  };
  mailCollection(context).put(id, mail);
  await context.state.flush();
  return mail;
}
