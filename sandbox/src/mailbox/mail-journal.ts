import type { World } from '../world.ts';
import { mailsOf } from './mails.ts';

export interface JournalMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Every mail that arrived, oldest first. */
export function mailJournal(world: World): JournalMail[] {
  return Array.from(mailsOf(world).values(), ({ to, subject, text, html }) => ({ to, subject, text, html }));
}
