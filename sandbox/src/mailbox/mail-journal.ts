import type { SandboxContext } from '../core/sandbox-context.ts';
import { mailCollection } from './mails.ts';

export interface JournalMail {
  /** Address and name of the sender. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Every mail that arrived, oldest first. */
export function mailJournal(context: SandboxContext): JournalMail[] {
  return Array.from(mailCollection(context).values(), ({ from, to, subject, text, html }) => ({
    from,
    to,
    subject,
    text,
    html,
  }));
}
