import type { SandboxContext } from '../core/sandbox-context.ts';
import { mailCollection } from './mails.ts';

type JournalMail = {
  /** Address and name of the sender. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; text: string }[];
};

/** Every mail that arrived, oldest first. */
export function mailJournal(context: SandboxContext): JournalMail[] {
  return Array.from(mailCollection(context).values(), ({ attachmentTexts = [], ...mail }) => ({
    ...{ from: mail.from, to: mail.to, subject: mail.subject, text: mail.text, html: mail.html },
    attachments: mail.attachments.map((name, index) => ({ name, text: attachmentTexts[index] ?? '' })),
  }));
}
