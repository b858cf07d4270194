import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { isReachable, untilReachable, waitingText } from '../lib/connection.ts';
import { hasCode } from '../lib/failures.ts';
import { leaveFailedPage, interruptByFailure } from '../lib/interrupted-work.ts';
import { isMissingCode } from '../lib/missing-code.ts';
import { AccessDenied } from '../session/access-denied.ts';
import { loadNewVersion } from '../session/session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { NoAccess } from './no-access.tsx';

/** Replaces a page that could not be opened, or that failed. "Try again" finds what was typed on it. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = isMissingCode(error) ? error.message : undefined;
  const isWaiting = useNewVersion(missing);
  // A layout effect, to be earlier than the passive effects that end the failed page.
  useLayoutEffect(interruptByFailure, []);
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && leaveFailedPage()),
    [router],
  );
  if (error instanceof AccessDenied) return <NoAccess access={error.access} />;
  const retry = async (): Promise<void> => {
    if (missing !== undefined) return loadNewVersion();
    await router.invalidate();
    reset();
  };
  const isGone = hasCode(error, 'not-found') || hasCode(error, 'invalid-input');
  return (
    <ErrorState
      query={{
        error: missing === undefined ? error : new Error(isWaiting ? waitingText : notLoadedText),
        refetch: isGone || isWaiting ? undefined : retry,
      }}
      title="We couldn’t open this page"
      back={<Link to="/dashboard">Go to dashboard</Link>}
      wholePage
    />
  );
}

const notLoadedText = 'We could not load a part of Courierdesk. Check your internet and try again.';

/**
 * Loads the new version of a page whose code is missing: once, or as soon as Courierdesk answers. Until then, a reload would
 * leave the person with the browser's error page. Returns whether it waits for an answer.
 */
function useNewVersion(missing: string | undefined): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (missing === undefined) return undefined;
    const left = new AbortController();
    const load = async (): Promise<void> => {
      if (await isReachable()) return left.signal.aborted ? undefined : reloadOnce(missing);
      setIsWaiting(true);
      await untilReachable(left.signal);
      if (!left.signal.aborted) loadNewVersion();
    };
    void load();
    return () => left.abort();
  }, [missing]);
  return isWaiting;
}

function reloadOnce(missing: string): void {
  const key = `reloaded:${missing}`;
  if (sessionStorage.getItem(key) !== null) return;
  sessionStorage.setItem(key, '');
  loadNewVersion();
}
