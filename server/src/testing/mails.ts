import * as z from 'zod';
import type { World } from './world.ts';

const Journal = z.object({
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })),
});
export type JournalMail = z.output<typeof Journal>['mails'][number];

/** Lets the worker send the mails that are due. */
export const deliverDueNow = (world: World): Promise<void> => world.sweep('send-mails');

/** What arrived for someone, oldest first. */
export async function mailsTo(world: World, address: string): Promise<JournalMail[]> {
  const { mails } = Journal.parse(await world.sandbox.control('journal'));
  return mails.filter((mail) => mail.to === address);
}
