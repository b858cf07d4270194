import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { pageAfterSignIn } from '../../lib/page-after-sign-in.ts';
import { logout, refreshUser } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { AddPasskeyButton } from '../../parts/two-factor/add-passkey.tsx';
import { RecoveryCodes } from '../../parts/two-factor/recovery-codes.tsx';
import { TwoFactorSetUp } from '../../parts/two-factor/set-up.tsx';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import styles from './two-factor-page.module.css';

/** For staff of a shop that requires two-factor: they can do nothing else before. */
export function SetUpTwoFactorPage() {
  const router = useRouter();
  const session = useSession();
  const [codes, setCodes] = useState<readonly string[]>();
  if (session.loading && !codes) return <FullSpinner />;
  if (!session.user) return <Navigate to="/login" />;
  if (!session.user.two_factor_missing && !codes) return <Navigate to="/dashboard" />;
  return (
    <CardPage title={codes ? 'Two-factor is set up' : 'Set up two-factor'} wide>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onSaved={() => void refreshUser().then(() => router.history.replace(pageAfterSignIn()))}
        />
      ) : (
        <>
          <p className={card.text}>
            The owner of {session.user.shop.name} requires two-factor sign-in. Set it up to continue.
          </p>
          <TwoFactorSetUp onDone={(given) => setCodes(given ?? [])} />
          <PasskeyInstead onDone={setCodes} />
          <div className={styles.links}>
            <Button variant="default" onClick={logout}>
              Logout
            </Button>
          </div>
        </>
      )}
    </CardPage>
  );
}

/** A passkey is enough for the owner's requirement. */
function PasskeyInstead({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const { data: factors } = useQuery(twoFactorQuery);
  if (!factors) return null;
  return (
    <section className={card.part} aria-label="Passkey">
      <p className={card.text}>Or add a passkey: you sign in with your fingerprint, face or PIN, and need no code.</p>
      <div>
        <AddPasskeyButton factors={factors} onAdded={(codes) => onDone(codes ?? [])} />
      </div>
    </section>
  );
}
