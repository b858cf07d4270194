import { LostAccess } from '@courierdesk/contract/sessions';
import { failureListeners } from '../api/client.ts';
import { ApiError, messageOf, type CallFailure } from '../lib/failures.ts';
import { storeLostAccess } from '../lib/stored-session.ts';
import { showToast } from '../ui/toasts/toast.ts';
import { clearSession, keepInterruptedWork } from './session.ts';

/** Reactions to any failed request. */
export function reactToFailures(): void {
  failureListeners.add(({ error, quiet, endedSession }) => {
    if (endedSession) {
      showToast('Unauthorized', { error: true, id: 'unauthorised' });
      // First: the sign-in page, which says it, may open as soon as the session is cleared.
      const reason = lostAccessOf(error);
      if (reason) storeLostAccess(reason);
      keepInterruptedWork();
      clearSession();
    } else if (!quiet && !(error instanceof ApiError && error.planLimit)) {
      showToast(messageOf(error), { error: true });
    }
  });
}

const lostAccessOf = (error: CallFailure): LostAccess | undefined =>
  error instanceof ApiError ? LostAccess.safeParse(error.detail?.['reason']).data : undefined;
