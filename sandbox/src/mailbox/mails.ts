import PostalMime from 'postal-mime';
import type { World } from '../world.ts';

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

export const mailsOf = (world: World) => world.state.collection<Mail>('mails');

/** Reads a message as it came over SMTP and keeps it; once this resolves it is on disk. */
export async function keepMail(world: World, raw: Buffer, recipients: string[]): Promise<Mail> {
  const message = await PostalMime.parse(raw);
  const id = String(world.state.counter('mail'));
  const mail: Mail = {
    id,
    at: world.now().toISOString(),
    from: message.from?.address ?? '',
    to: recipients.join(', '),
    subject: message.subject ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
    attachments: message.attachments.map((attachment) => attachment.filename ?? attachment.mimeType),
  };
  mailsOf(world).put(id, mail);
  await world.state.flush();
  return mail;
}
