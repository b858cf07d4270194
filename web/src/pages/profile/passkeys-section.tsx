import { maxPasskeys, type Passkey } from '@courierdesk/contract/passkeys';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysQuery, refreshPasskeys } from '../../api/own-account/passkeys.ts';
import { twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { refreshUser } from '../../session/session.ts';
import { useUser } from '../../session/use-session.ts';
import { AddPasskeyButton } from '../../parts/two-factor/add-passkey.tsx';
import type { Factors } from '../../parts/two-factor/confirm-identity.tsx';
import { RecoveryCodes } from '../../parts/two-factor/recovery-codes.tsx';
import { PlanNeeded } from '../../parts/plans/plan-needed.tsx';
import { When } from '../../ui/dates/when.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import styles from './profile-page.module.css';

export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery);
  const status = useQuery(twoFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const error = passkeys.error ?? status.error;
  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, face or PIN instead of password and code. Nobody can guess a passkey, and fake websites can’t steal it."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />
      ) : passkeys.data && status.data ? (
        <Passkeys
          passkeys={passkeys.data}
          status={status.data}
          onAdded={(given) => {
            if (given) setCodes(given);
            void refreshPasskeys();
            void refreshUser();
          }}
        />
      ) : error ? (
        <ErrorState query={{ error, refetch: () => Promise.all([passkeys.refetch(), status.refetch()]) }} />
      ) : (
        <Skeleton height={72} aria-busy />
      )}
    </Section>
  );
}

function Passkeys(props: {
  passkeys: readonly Passkey[];
  status: Factors & { available: boolean; required_of_staff: boolean };
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}) {
  const { passkeys, status } = props;
  const user = useUser();
  const mustStay = passkeys.length === 1 && !status.enabled && status.required_of_staff && user.role === 'USER';
  return (
    <div className={styles.stack}>
      {passkeys.length > 0 && (
        <ul className={styles.passkeys}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} status={status} mustStay={mustStay} />
          ))}
        </ul>
      )}
      {mustStay && <p className={styles.text}>The owner requires two-factor, so you can’t remove your only passkey.</p>}
      {!status.available ? (
        <Notice tone="info">
          {passkeys.length > 0 && 'Your passkeys keep working. '}
          <PlanNeeded>
            {passkeys.length > 0 ? 'New ones' : 'Passkeys'} are part of the Monthly and Yearly plans.
          </PlanNeeded>
        </Notice>
      ) : passkeys.length >= maxPasskeys ? (
        <p className={styles.text}>You have {maxPasskeys} passkeys, the maximum. Remove one to add another.</p>
      ) : (
        <div className="buttons">
          <AddPasskeyButton factors={status} onAdded={props.onAdded} />
        </div>
      )}
    </div>
  );
}

function PasskeyRow({ passkey, status, mustStay }: { passkey: Passkey; status: Factors; mustStay: boolean }) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const close = (): void => setOpen(undefined);
  return (
    <li aria-label={passkey.name}>
      <div>
        <strong dir="auto">{passkey.name}</strong>
        <p className={styles.text}>
          {kinds[passkey.kind]}
          {passkey.is_synced ? ', synced with your other devices' : ''}
        </p>
        <p className={styles.text}>
          Added <When at={passkey.created_at} form="full" />
          {' · '}
          {passkey.last_used_at ? (
            <>
              Last used <When at={passkey.last_used_at} form="full" />
            </>
          ) : (
            'Never used'
          )}
        </p>
      </div>
      <div className="buttons">
        <Button variant="default" size="xs" aria-label={`Rename ${passkey.name}`} onClick={() => setOpen('rename')}>
          Rename
        </Button>
        {!mustStay && (
          <Button variant="default" size="xs" aria-label={`Remove ${passkey.name}`} onClick={() => setOpen('remove')}>
            Remove
          </Button>
        )}
      </div>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && <RemovePasskeyDialog passkey={passkey} factors={status} onClose={close} />}
    </li>
  );
}

const kinds: Record<Passkey['kind'], string> = {
  device: 'Phone, tablet or computer',
  'security-key': 'Security key',
  unknown: 'Passkey',
};
