import { failureListeners } from '../api/client.ts';
import { showToast } from '../ui/toasts/toast.ts';
import { clearSession, keepInterruptedWork } from './session.ts';

/** Reactions to any refused request. Source: specification, section 8. */
export function reactToFailures(): void {
  failureListeners.add(({ error, quiet, endedSession }) => {
    if (endedSession) {
      showToast('Unauthorized', { error: true, id: 'unauthorised' });
      keepInterruptedWork();
      clearSession();
    } else if ((error.status === 400 || error.status === 403) && !quiet && !error.planLimit) {
      showToast(error.message, { error: true });
    }
  });
}
