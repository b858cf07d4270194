import { failureListeners } from '../api/client.ts';
import { ApiError } from '../lib/failures.ts';
import { showToast } from '../ui/toasts/toast.ts';
import { clearSession, keepInterruptedWork } from './session.ts';

/** Reactions to any failed request. Source: specification, section 8. */
export function reactToFailures(): void {
  failureListeners.add(({ error, quiet, endedSession }) => {
    if (endedSession) {
      showToast('Unauthorized', { error: true, id: 'unauthorised' });
      keepInterruptedWork();
      clearSession();
    } else if (!quiet && !(error instanceof ApiError && error.planLimit)) {
      showToast(error.message, { error: true });
    }
  });
}
