import { Suspense, useEffect, useState } from 'react';
import { failureListeners, type ReportedFailure } from '../../api/client.ts';
import { ApiError } from '../../lib/failures.ts';
import { useUser } from '../../session/use-session.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { useOnBack } from '../../lib/use-on-back.ts';

const PlanLimitDialog = lazyNamed(async () => (await import('./plan-limit-dialog.tsx')).PlanLimitDialog);

/** Opens 'Plan limit reached' when any request is refused because of the plan. */
export function PlanLimit() {
  const user = useUser();
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    const listener = ({ error }: ReportedFailure): void => {
      if (error instanceof ApiError && error.planLimit) setMessage(error.message);
    };
    failureListeners.add(listener);
    return () => void failureListeners.delete(listener);
  }, []);
  useOnBack(() => setMessage(undefined));
  if (message === undefined) return null;
  return (
    <Suspense>
      <PlanLimitDialog message={message} owner={user.role === 'ADMIN'} onClose={() => setMessage(undefined)} />
    </Suspense>
  );
}
