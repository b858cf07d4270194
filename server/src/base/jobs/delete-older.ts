import type { Db } from '../db/client.ts';
import { acrossShops } from '../db/tenancy.ts';
import type { ScheduledJob } from './queue.ts';

/** What a scheduled job does to delete the rows of all shops that are so many days old. */
export function deleteOlder(
  days: number,
  deletion: (trx: Db, before: Date) => { execute(): Promise<unknown> },
): ScheduledJob['run'] {
  return async ({ db, clock }) => {
    const before = new Date(clock().getTime() - days * 86_400_000);
    await acrossShops(db, (trx) => deletion(trx, before).execute());
  };
}
