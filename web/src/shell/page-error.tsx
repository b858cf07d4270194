import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { hasCode } from '../lib/failures.ts';
import { leaveFailedPage, interruptByFailure } from '../lib/interrupted-work.ts';
import { AccessDenied } from '../session/access-denied.ts';
import { loadNewVersion } from '../session/session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { NoAccess } from './no-access.tsx';

/** Replaces a page that could not be opened, or that failed. "Try again" finds what was typed on it. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const missing = missingCode(error);
  // A layout effect, to be earlier than the passive effects that end the failed page.
  useLayoutEffect(interruptByFailure, []);
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && leaveFailedPage()),
    [router],
  );
  useEffect(() => {
    if (missing !== undefined) reloadOnce(missing);
  }, [missing]);
  if (error instanceof AccessDenied) return <NoAccess access={error.access} />;
  const retry = async (): Promise<void> => {
    if (missing !== undefined) return loadNewVersion();
    await router.invalidate();
    reset();
  };
  const isGone = hasCode(error, 'not-found') || hasCode(error, 'invalid-input');
  return (
    <ErrorState
      query={{ error, refetch: isGone ? undefined : retry }}
      title="We couldn’t open this page"
      back={<Link to="/dashboard">Go to dashboard</Link>}
      wholePage
    />
  );
}

/** An update of Courierdesk removes the code of the version before. Browsers word this differently. */
const missingCode = (error: unknown): string | undefined =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message)
    ? error.message
    : undefined;

function reloadOnce(missing: string): void {
  const key = `reloaded:${missing}`;
  if (sessionStorage.getItem(key) !== null) return;
  sessionStorage.setItem(key, '');
  loadNewVersion();
}
