import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from './client.ts';

const tryAgainMs = 1_000;

/** Does this, again each second while the database is away. Once aborted, it throws as soon as the database is away. */
export async function onceDatabaseIsBack<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      await pause(tryAgainMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
