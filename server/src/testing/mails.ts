import * as z from 'zod';
import type { TestServer } from './test-server.ts';

const Journal = z.object({
  mails: z.array(
    z.object({
      ...{ from: z.string(), to: z.string(), subject: z.string(), text: z.string(), html: z.string() },
      attachments: z.array(z.object({ name: z.string(), text: z.string() })),
    }),
  ),
});
type JournalMail = z.output<typeof Journal>['mails'][number];

/** Lets the worker send the mails that are due. */
export const deliverDueNow = (server: TestServer): Promise<void> => server.work('mails');

/** What arrived for someone, oldest first. */
export async function mailsTo(server: TestServer, address: string): Promise<JournalMail[]> {
  const { mails } = Journal.parse(await server.sandbox.control('journal'));
  return mails.filter((mail) => mail.to === address);
}
