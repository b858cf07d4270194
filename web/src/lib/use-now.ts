import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { serverNow } from './server-time.ts';

/** The current time, rounded down to half minutes or to another step. */
export function useNow(stepMs = 30_000): Date {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, stepMs / 4);
      // Browsers slow down or stop the timers of a page that nobody sees.
      document.addEventListener('visibilitychange', listener);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', listener);
      };
    },
    [stepMs],
  );
  const time = useSyncExternalStore(subscribe, () => Math.floor(serverNow() / stepMs) * stepMs);
  return useMemo(() => new Date(time), [time]);
}
