import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { secondFactorsQuery } from '../../api/own-account/passkeys.ts';
import { hasCode } from '../../lib/failures.ts';
import { storedTwoFactorToken } from '../../lib/stored-session.ts';
import { continueAfterSignIn } from '../../parts/two-factor/continue-after-sign-in.ts';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeForm } from './code-form.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import styles from './two-factor-page.module.css';

/** The second step of sign-in. */
export function TwoFactorPage() {
  const [token] = useState(storedTwoFactorToken);
  if (token === null) return <Navigate to="/login" replace />;
  return (
    <CardPage title="Two-factor sign-in">
      <SecondStep token={token} />
    </CardPage>
  );
}

function SecondStep({ token }: { token: string }) {
  const router = useRouter();
  const {
    data: factors,
    error,
    refetch,
  } = useQuery({
    ...secondFactorsQuery(token),
    // The token is gone once the person is signed in and this page is about to leave.
    enabled: storedTwoFactorToken() === token,
  });
  const [recovery, setRecovery] = useState(false);
  const [ended, setEnded] = useState<string>();
  const onDone = (): void => void continueAfterSignIn(router);
  const onFailure = (failure: unknown): void => {
    if (hasCode(failure, 'token-expired')) setEnded(failure.message);
  };
  if (ended !== undefined || hasCode(error, 'token-expired')) return <SignInAgain reason={ended ?? error?.message} />;
  if (error) return <ErrorState query={{ error, refetch }} />;
  if (!factors) return <Skeleton height={120} aria-busy />;
  const kind = recovery || (!factors.app && !factors.passkey) ? 'recovery-code' : 'app';
  return (
    <>
      {factors.passkey && !recovery && <PasskeyStep token={token} onDone={onDone} onFailure={onFailure} />}
      {(factors.app || kind === 'recovery-code') && (
        <CodeForm
          key={kind}
          kind={kind}
          token={token}
          beside={factors.passkey !== null && !recovery}
          onDone={onDone}
          onFailure={onFailure}
        />
      )}
      <div className={styles.links}>
        {(factors.app || factors.passkey) && (
          <button type="button" className={card.linkButton} onClick={() => setRecovery(!recovery)}>
            {recovery ? (factors.app ? 'Use your authenticator app' : 'Use a passkey') : 'Use a recovery code'}
          </button>
        )}
        <Link to="/login">Back to sign-in</Link>
      </div>
    </>
  );
}

const SignInAgain = ({ reason }: { reason: string | undefined }) => (
  <>
    <Notice tone="error" live>
      {reason}
    </Notice>
    <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
      Sign in again
    </Button>
  </>
);
