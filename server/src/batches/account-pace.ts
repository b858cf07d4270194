import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';

/**
 * How many bookings of an account are in hand at once in this process. The account's own limit holds across processes
 * (`courier-slots.ts`); within it a courier that refuses gets fewer, and more again, one by one, while it answers.
 */
export type Pace = {
  /** Bookings in hand at once, those included that wait for their turn at the courier. */
  inHand(): number;
  /** How many rows to check with one reading of the store: what the courier takes within a few seconds. */
  toCheck(): number;
  answered(tookMs: number): void;
  /** It could not take the booking; answers for how long the account should be left alone. */
  refused(): number;
  /** It took the booking, or not: nobody knows. Answers for how long, if at all. */
  unclear(): number;
};

const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
/** Each unclear answer is a parcel that someone may have to look for: so many in a row are enough. */
const maxUnclear = 5;
const unclearPauseMs = 60_000;
/** So many more are claimed ahead or are being written down, so that no turn at a quick courier is lost. */
const aheadOf = (allowed: number): number => Math.max(2, Math.ceil(allowed * 0.8));
const quickMs = 2_000;
const checkAheadMs = 2_000;
const maxChecked = 25;

type Memory = {
  allowed: number;
  answers: number;
  refusals: number;
  /** By `performance.now()`; until then it is left alone. */
  aloneUntil: number;
  unclear: number;
  tookMs: number;
};

const memories = new WeakMap<Context['db'], Map<string, Memory>>();

export function paceOf(context: Pick<Context, 'db'>, account: AccountRow): Pace {
  const most = Math.max(1, account.parallel_calls);
  const memory = remembered(context, account, most);
  memory.allowed = Math.min(memory.allowed, most);
  const inHand = (): number => memory.allowed + (memory.tookMs < quickMs ? aheadOf(memory.allowed) : 0);
  return {
    inHand,
    toCheck() {
      const soon = Math.ceil((memory.allowed * checkAheadMs) / Math.max(memory.tookMs, 1));
      return Math.max(inHand(), Math.min(soon, maxChecked));
    },
    answered(tookMs) {
      memory.tookMs = tookMs;
      memory.refusals = 0;
      memory.unclear = 0;
      memory.answers += 1;
      if (memory.answers < memory.allowed * 2) return;
      memory.allowed = Math.min(most, memory.allowed + 1);
      memory.answers = 0;
    },
    refused() {
      // Those that were under way together are refused together, and count once.
      const left = memory.aloneUntil - performance.now();
      if (left > 0) return left;
      memory.allowed = Math.max(1, Math.floor(memory.allowed / 2));
      memory.answers = 0;
      memory.refusals += 1;
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(memory.refusals - 1, 10), longestPauseMs);
      memory.aloneUntil = performance.now() + pauseMs;
      return pauseMs;
    },
    unclear() {
      memory.unclear += 1;
      memory.answers = 0;
      if (memory.unclear < maxUnclear) return 0;
      memory.allowed = 1;
      return unclearPauseMs;
    },
  };
}

function remembered(context: Pick<Context, 'db'>, account: AccountRow, most: number): Memory {
  const all = memories.get(context.db) ?? new Map<string, Memory>();
  memories.set(context.db, all);
  const known = all.get(account.id) ?? { allowed: most, answers: 0, refusals: 0, aloneUntil: 0, unclear: 0, tookMs: 0 };
  all.set(account.id, known);
  return known;
}
