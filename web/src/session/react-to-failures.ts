import { LostAccess } from '@courierdesk/contract/sessions';
import { failureListeners } from '../api/client.ts';
import { ApiError, ConnectionError, type CallFailure } from '../lib/failures.ts';
import { storeLastFailure } from '../lib/last-failure.ts';
import { storeLostAccess } from '../lib/stored-session.ts';
import { showToast } from '../ui/toasts/toast.ts';
import { clearSession, keepInterruptedWork } from './session.ts';

/** Signs out when the server has ended the session, and remembers other failures for the support page. Callers show all other failures themselves. */
export function reactToFailures(): void {
  failureListeners.add(({ error, endedSession, endpoint }) => {
    if (!endedSession) {
      // A page that is left breaks its connections, and our log has no line of a broken one.
      if (!(error instanceof ConnectionError)) storeLastFailure(error, `${endpoint.method} ${endpoint.path}`);
      return;
    }
    showToast('Unauthorized', { error: true, id: 'unauthorised' });
    // First: the sign-in page, which says it, may open as soon as the session is cleared.
    const reason = lostAccessOf(error);
    if (reason) storeLostAccess(reason);
    keepInterruptedWork();
    clearSession();
  });
}

const lostAccessOf = (error: CallFailure): LostAccess | undefined =>
  error instanceof ApiError ? LostAccess.safeParse(error.detail?.['reason']).data : undefined;
