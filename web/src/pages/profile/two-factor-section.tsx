import { Button, Skeleton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createRecoveryCodes, refreshTwoFactor, turnOff, twoFactorQuery } from '../../api/two-factor.ts';
import { refreshUser } from '../../session/session.ts';
import { useUser } from '../../session/use-session.ts';
import { PasswordAndCodeDialog } from '../../two-factor/password-and-code-dialog.tsx';
import { RecoveryCodes } from '../../two-factor/recovery-codes.tsx';
import { TwoFactorSetUp } from '../../two-factor/set-up.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './profile-page.module.css';

type Status = NonNullable<ReturnType<typeof useStatus>['data']>;
const useStatus = () => useQuery(twoFactorQuery);

const fewCodes = 3;

export function TwoFactorSection() {
  const status = useStatus();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Section
      title="Two-factor sign-in"
      about="After your password, sign-in asks for a code from your phone. Someone who knows only your password can’t sign in."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : status.data ? (
        <TwoFactorStatus status={status.data} onCodes={setCodes} />
      ) : status.error ? (
        <ErrorState error={status.error} retry={status.refetch} />
      ) : (
        <Skeleton height={176} aria-busy />
      )}
    </Section>
  );
}

function TwoFactorStatus({ status, onCodes }: { status: Status; onCodes: (codes: readonly string[]) => void }) {
  if (status.enabled) return <TurnedOn status={status} onCodes={onCodes} />;
  if (!status.available)
    return <Notice tone="info">Two-factor sign-in is part of the Monthly and Yearly plans.</Notice>;
  return (
    <TwoFactorSetUp
      onDone={(codes) => {
        onCodes(codes);
        void refreshTwoFactor();
        void refreshUser();
      }}
    />
  );
}

function TurnedOn({ status, onCodes }: { status: Status; onCodes: (codes: readonly string[]) => void }) {
  const user = useUser();
  const [asking, setAsking] = useState<'turn-off' | 'codes'>();
  const mustStayOn = status.required_of_staff && user.role === 'USER';
  const close = (): void => setAsking(undefined);
  return (
    <div className={styles.stack}>
      <p className={styles.enabled}>
        <IconShieldCheck size={18} stroke={1.75} aria-hidden />
        <strong>Two factor auth is enabled</strong>
        <span>
          since <When at={status.enabled_at} form="short" />
        </span>
      </p>
      {status.recovery_codes_left < fewCodes ? (
        <Notice tone="warning">
          {codesLeft(status.recovery_codes_left)} Create new codes, so that you can sign in without your phone.
        </Notice>
      ) : (
        <p className={styles.text}>{codesLeft(status.recovery_codes_left)}</p>
      )}
      {mustStayOn && <p className={styles.text}>The owner requires two-factor, so you can’t turn it off.</p>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => setAsking('codes')}>
          Create new recovery codes
        </Button>
        {!mustStayOn && (
          <Button variant="default" onClick={() => setAsking('turn-off')}>
            Turn off two-factor
          </Button>
        )}
      </div>
      {asking === 'turn-off' && (
        <PasswordAndCodeDialog
          title="Turn off two-factor"
          about="Your password alone will be enough to sign in. Your recovery codes stop working."
          confirmLabel="Turn off two-factor"
          danger
          hasPassword={status.has_password}
          onClose={close}
          onConfirm={async (given) => {
            showToast((await turnOff(given)).message);
            await refreshTwoFactor();
            void refreshUser();
          }}
        />
      )}
      {asking === 'codes' && (
        <PasswordAndCodeDialog
          title="Create new recovery codes"
          about="Your old recovery codes stop working."
          confirmLabel="Create new codes"
          hasPassword={status.has_password}
          onClose={close}
          onConfirm={async (given) => {
            onCodes((await createRecoveryCodes(given)).recovery_codes);
            await refreshTwoFactor();
          }}
        />
      )}
    </div>
  );
}

const codesLeft = (left: number): string =>
  left === 0 ? 'You have no recovery codes left.' : `You have ${left} recovery code${left === 1 ? '' : 's'} left.`;
