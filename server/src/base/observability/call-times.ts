import { AsyncLocalStorage } from 'node:async_hooks';

/** Calls to couriers and the store during a request: start and end in milliseconds of `performance.now()`. */
export type CallTimes = { who: 'courier' | 'store'; from: number; until: number }[];

const timesOfRequest = new AsyncLocalStorage<CallTimes>();

/** The same call, which also adds how long it took to the times of the request that makes it. */
export const timed =
  <Args extends unknown[], T>(who: CallTimes[number]['who'], call: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    const times = timesOfRequest.getStore();
    const from = performance.now();
    try {
      return await call(...args);
    } finally {
      times?.push({ who, from, until: performance.now() });
    }
  };

/** Runs the work of a request; the calls it makes add their times to `times`. */
export const collectCallTimes = <T>(times: CallTimes, work: () => Promise<T>): Promise<T> =>
  timesOfRequest.run(times, work);
