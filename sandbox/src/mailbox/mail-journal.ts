import type { SandboxContext } from '../core/sandbox-context.ts';
import { mailCollection } from './mails.ts';

export interface JournalMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Every mail that arrived, oldest first. */
export function mailJournal(context: SandboxContext): JournalMail[] {
  return Array.from(mailCollection(context).values(), ({ to, subject, text, html }) => ({ to, subject, text, html }));
}
