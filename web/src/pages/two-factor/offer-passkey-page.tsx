import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { pageAfterSignIn } from '../../lib/page-after-sign-in.ts';
import { rememberPasskeyOffer } from '../../lib/passkey-offers.ts';
import { AddPasskeyButton } from '../../parts/two-factor/add-passkey.tsx';
import { RecoveryCodes } from '../../parts/two-factor/recovery-codes.tsx';
import { refreshUser } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';

/** After a sign-in with the password, once. */
export function OfferPasskeyPage() {
  const router = useRouter();
  const { user, loading } = useSession();
  const { data: factors, error, refetch } = useQuery(twoFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) rememberPasskeyOffer(userId);
  }, [userId]);
  const goOn = (): void => router.history.replace(pageAfterSignIn());
  const onAdded = (given: readonly string[] | null): void => {
    void refreshUser();
    if (given) setCodes(given);
    else goOn();
  };
  if (loading && !codes) return <FullSpinner />;
  if (!user) return <Navigate to="/login" />;
  if (codes)
    return (
      <CardPage title="Passkey added" wide>
        <RecoveryCodes codes={codes} onSaved={goOn} />
      </CardPage>
    );
  return (
    <CardPage title="Sign in with your fingerprint next time">
      <p className={card.text}>
        A passkey on this device takes the place of your password: you use your fingerprint, face or PIN. Fake websites
        can’t steal it.
      </p>
      {error ? (
        <ErrorState query={{ error, refetch }} />
      ) : factors ? (
        <AddPasskeyButton factors={factors} onAdded={onAdded} main />
      ) : (
        <Skeleton height={36} aria-busy />
      )}
      <Button variant="default" fullWidth onClick={goOn}>
        Not now
      </Button>
      <p className={card.text}>We ask only once on this device. You can add a passkey in your profile at any time.</p>
    </CardPage>
  );
}
