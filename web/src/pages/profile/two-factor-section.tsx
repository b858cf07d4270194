import { Button, Skeleton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshTwoFactor, turnOff, twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { refreshRememberedDevices } from '../../api/own-account/remembered-devices.ts';
import { refreshUser } from '../../session/session.ts';
import { useUser } from '../../session/use-session.ts';
import { PlanNeeded } from '../../parts/plans/plan-needed.tsx';
import { ConfirmIdentityDialog } from '../../parts/two-factor/confirm-identity.tsx';
import { RecoveryCodes } from '../../parts/two-factor/recovery-codes.tsx';
import { TwoFactorSetUp } from '../../parts/two-factor/set-up.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './profile-page.module.css';

type Status = NonNullable<ReturnType<typeof useStatus>['data']>;
const useStatus = () => useQuery(twoFactorQuery);

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
        <ErrorState query={status} />
      ) : (
        <Skeleton height={176} aria-busy />
      )}
    </Section>
  );
}

function TwoFactorStatus({
  status,
  onCodes,
}: {
  status: Status;
  onCodes: (codes: readonly string[] | undefined) => void;
}) {
  if (status.enabled) return <TurnedOn status={status} />;
  if (!status.available)
    return (
      <Notice tone="info">
        <PlanNeeded>Two-factor sign-in is part of the Monthly and Yearly plans.</PlanNeeded>
      </Notice>
    );
  return (
    <TwoFactorSetUp
      onDone={(codes) => {
        onCodes(codes ?? undefined);
        void refreshTwoFactor();
        void refreshUser();
      }}
    />
  );
}

function TurnedOn({ status }: { status: Status }) {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const mustStayOn = status.required_of_staff && user.role === 'USER' && status.passkeys === 0;
  return (
    <div className={styles.stack}>
      <p className={styles.enabled}>
        <IconShieldCheck size={18} stroke={1.75} aria-hidden />
        <strong>Two factor auth is enabled</strong>
        <span>
          since <When at={status.enabled_at} form="full" />
        </span>
      </p>
      {mustStayOn && <p className={styles.text}>The owner requires two-factor, so you can’t turn it off.</p>}
      {!mustStayOn && (
        <div className="buttons">
          <Button variant="default" onClick={() => setAsking(true)}>
            Turn off two-factor
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmIdentityDialog
          title="Turn off two-factor"
          about={
            status.passkeys > 0
              ? 'Codes from your app stop working. Sign-in asks for a passkey or a recovery code instead.'
              : 'Your password alone will be enough to sign in. Your recovery codes stop working.'
          }
          confirmLabel="Turn off two-factor"
          danger
          factors={status}
          onClose={() => setAsking(false)}
          onConfirm={async (proof) => {
            showToast((await turnOff(proof)).message);
            await refreshTwoFactor();
            void refreshUser();
            void refreshRememberedDevices();
          }}
        />
      )}
    </div>
  );
}
