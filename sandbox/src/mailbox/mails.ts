import PostalMime from 'postal-mime';
import type { SandboxContext } from '../core/sandbox-context.ts';

export interface Mail {
  id: string;
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: string[];
}

export const mailsOf = (context: SandboxContext) => context.state.collection<Mail>('mails');

/** Reads a message as it came over SMTP and keeps it; once this resolves it is on disk. */
export async function keepMail(context: SandboxContext, raw: Buffer, recipients: string[]): Promise<Mail> {
  const message = await PostalMime.parse(raw);
  const id = String(context.state.counter('mail'));
  const mail: Mail = {
    id,
    at: context.now().toISOString(),
    from: message.from?.address ?? '',
    to: recipients.join(', '),
    subject: message.subject ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
    attachments: message.attachments.map((attachment) => attachment.filename ?? attachment.mimeType),
  };
  mailsOf(context).put(id, mail);
  await context.state.flush();
  return mail;
}
