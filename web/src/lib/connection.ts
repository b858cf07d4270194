/** Shown while `untilReachable` waits. */
export const waitingText = 'No connection to Courierdesk. We continue as soon as there is one.';

const checkMs = 10_000;
const retryMs = 5_000;

/** Whether Courierdesk answers. The browser may be online without it, such as while an update restarts it. */
export async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(checkMs),
    });
    return status < 500;
  } catch {
    return false;
  }
}

/** Resolves once Courierdesk answers. */
export async function untilReachable(signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted || (await isReachable())) return;
    await pause(signal);
  }
}

/** Until it is worth to look again. */
const pause = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, retryMs);
    addEventListener('online', end, { once: true });
    signal?.addEventListener('abort', end, { once: true });
  });
