import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { maxRememberedAccounts, RecentMap } from '../../base/process-memory.ts';

/**
 * How many bookings of one account this process runs at once. `courier-slots.ts` holds the account's own limit across
 * all processes. Within that limit, a courier that refuses gets half as many bookings, and one more at a time while it
 * answers.
 */
export type AccountConcurrency = {
  /** Maximum bookings at once, including those that wait for a free call to the courier. */
  maxRunning(): number;
  /** How many rows to check with one store request: as many as the courier takes within a few seconds. */
  maxToCheck(): number;
  recordAnswer(tookMs: number): void;
  /** The courier could not take the booking. Returns how long to pause the account, in milliseconds. */
  recordRefusal(): number;
  /** Outcome unknown: the courier may have booked it. Returns how long to pause the account; 0 means no pause. */
  recordUnclearAnswer(): number;
};

const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;
/** Each unclear answer is a parcel that someone may have to look for, so we pause after this many in a row. */
const maxUnclear = 5;
const unclearPauseMs = 60_000;
/** Extra bookings that are claimed or recorded while others wait for the courier, so that a quick courier never idles. */
const extraFor = (allowed: number): number => Math.max(2, Math.ceil(allowed * 0.8));
const quickMs = 2_000;
const checkAheadMs = 2_000;
const maxChecked = 25;

type State = {
  allowed: number;
  answers: number;
  refusals: number;
  /** A time of `performance.now()`. */
  pausedUntil: number;
  unclear: number;
  tookMs: number;
};

const states = () => new RecentMap<State>(maxRememberedAccounts);

export function accountConcurrency({ memory }: Pick<Context, 'memory'>, account: AccountRow): AccountConcurrency {
  const limit = Math.max(1, account.parallel_calls);
  const state = memory.of(states).recall(account.id, () => ({
    ...{ allowed: limit, answers: 0, refusals: 0, pausedUntil: 0, unclear: 0, tookMs: 0 },
  }));
  state.allowed = Math.min(state.allowed, limit);
  const maxRunning = (): number => state.allowed + (state.tookMs < quickMs ? extraFor(state.allowed) : 0);
  return {
    maxRunning,
    maxToCheck() {
      const bookedSoon = Math.ceil((state.allowed * checkAheadMs) / Math.max(state.tookMs, 1));
      return Math.max(maxRunning(), Math.min(bookedSoon, maxChecked));
    },
    recordAnswer(tookMs) {
      state.tookMs = tookMs;
      state.refusals = 0;
      state.unclear = 0;
      state.answers += 1;
      if (state.answers < state.allowed * 2) return;
      state.allowed = Math.min(limit, state.allowed + 1);
      state.answers = 0;
    },
    recordRefusal() {
      // Calls that ran at the same time are refused together, and count once.
      const remaining = state.pausedUntil - performance.now();
      if (remaining > 0) return remaining;
      state.allowed = Math.max(1, Math.floor(state.allowed / 2));
      state.answers = 0;
      state.refusals += 1;
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(state.refusals - 1, 10), longestPauseMs);
      state.pausedUntil = performance.now() + pauseMs;
      return pauseMs;
    },
    recordUnclearAnswer() {
      state.unclear += 1;
      state.answers = 0;
      if (state.unclear < maxUnclear) return 0;
      state.allowed = 1;
      return unclearPauseMs;
    },
  };
}
