import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';
import type { useRouter } from '@tanstack/react-router';
import { twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { queryClient } from '../../api/query-client.ts';
import { pageAfterSignIn } from '../../lib/page-after-sign-in.ts';
import { wasOfferedPasskey } from '../../lib/passkey-offers.ts';
import { currentSession } from '../../session/session.ts';

/** Opens the page that the person wanted, or first the offer of a passkey. */
export async function continueAfterSignIn(router: ReturnType<typeof useRouter>): Promise<void> {
  // The offer can wait for the next sign-in: it must not keep anyone from their work.
  if (await mayOfferPasskey().catch(() => false)) await router.navigate({ to: '/offer-passkey', replace: true });
  else router.history.replace(pageAfterSignIn());
}

/** Once per person and browser: on a device with a fingerprint, face or PIN, where the plan has passkeys and the person has none. */
async function mayOfferPasskey(): Promise<boolean> {
  const { user } = currentSession.read();
  if (!user || user.two_factor_missing || wasOfferedPasskey(user.id)) return false;
  if (!(await platformAuthenticatorIsAvailable())) return false;
  const { available, passkeys } = await queryClient.fetchQuery(twoFactorQuery);
  return available && passkeys === 0;
}
