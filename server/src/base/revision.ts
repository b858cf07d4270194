import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';

/** Names a state of what a form shows. A form sends it back, so that a change by someone else is noticed. */
export const revisionOf = (shown: object): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32);

/** Throws if someone else changed what the form showed. `seen`: absent when a caller saves whatever was saved before. */
export function refuseChanged(what: string, seen: string | undefined, now: string): void {
  if (seen !== undefined && seen !== now)
    throw new AppError(
      'conflict',
      `Someone else just changed ${what}. Nothing was saved: fields that you did not change show theirs now, what you typed is kept. Check it and save again.`,
    );
}
