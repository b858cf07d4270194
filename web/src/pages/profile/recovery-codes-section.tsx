import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createRecoveryCodes, refreshTwoFactor, twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { ConfirmIdentityDialog } from '../../parts/two-factor/confirm-identity.tsx';
import { RecoveryCodes } from '../../parts/two-factor/recovery-codes.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './profile-page.module.css';
import { countText } from '@courierdesk/contract/count-text';

const fewCodes = 3;

/** For people with an app or a passkey. */
export function RecoveryCodesSection() {
  const { data: status } = useQuery(twoFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const [asking, setAsking] = useState(false);
  if (!status || (!status.enabled && status.passkeys === 0)) return null;
  return (
    <Section title="Recovery codes" about="Each code signs you in once when you don’t have your phone or passkey.">
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : (
        <div className={styles.stack}>
          {status.recovery_codes_left < fewCodes ? (
            <Notice tone="warning">
              {codesLeft(status.recovery_codes_left)} Create new codes, so that you can sign in without your phone.
            </Notice>
          ) : (
            <p className={styles.text}>{codesLeft(status.recovery_codes_left)}</p>
          )}
          <div className="buttons">
            <Button variant="default" onClick={() => setAsking(true)}>
              Create new recovery codes
            </Button>
          </div>
        </div>
      )}
      {asking && (
        <ConfirmIdentityDialog
          title="Create new recovery codes"
          about="Your old recovery codes stop working."
          confirmLabel="Create new codes"
          factors={status}
          onClose={() => setAsking(false)}
          onConfirm={async (proof) => {
            setCodes((await createRecoveryCodes(proof)).recovery_codes);
            await refreshTwoFactor();
          }}
        />
      )}
    </Section>
  );
}

const codesLeft = (left: number): string =>
  left === 0 ? 'You have no recovery codes left.' : `You have ${countText(left, 'recovery code')} left.`;
