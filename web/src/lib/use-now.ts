import { useSyncExternalStore } from 'react';

let now = new Date();

/** The current time, updated every half minute. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);

function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = new Date();
    listener();
  }, 30_000);
  return () => clearInterval(timer);
}
