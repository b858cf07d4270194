import { verifyQrCode } from '@courierdesk/contract/two-factor';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IdentityProof } from '../../api/own-account/passkeys.ts';
import { addApp, qrCodeQuery, twoFactorQuery } from '../../api/own-account/two-factor.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import styles from './set-up.module.css';

/**
 * The QR code, and the first code of the app. People who have a passkey confirm that it is them. `onDone` gets recovery
 * codes with the first factor.
 */
export function TwoFactorSetUp({ onDone }: { onDone: (recoveryCodes: readonly string[] | null) => void }) {
  const { data, error, refetch } = useQuery(qrCodeQuery);
  const { data: factors } = useQuery(twoFactorQuery);
  const [asking, setAsking] = useState(false);
  const hasPasskey = factors !== undefined && factors.passkeys > 0;
  const label = hasPasskey ? 'Add authenticator app' : 'Turn on two-factor';
  const add = async (code: string, proof?: IdentityProof): Promise<void> => {
    const { message, recovery_codes: codes } = await addApp({ code, proof });
    showToast(message);
    onDone(codes);
  };
  const form = useSchemaForm({
    name: 'two-factor',
    initial: { code: '' },
    schema: verifyQrCode.body,
    save: async ({ code }) => (hasPasskey ? setAsking(true) : add(code)),
  });
  if (error && !data) return <ErrorState query={{ error, refetch }} />;
  return (
    <ol className={styles.steps}>
      <li>
        <p className={styles.step}>
          Open an authenticator app on your phone, such as Google Authenticator, and scan this code.
        </p>
        <div className={styles.scan}>
          {data ? (
            <img src={data.qrCodeDataUrl} alt="QR code for your authenticator app" className={styles.qr} />
          ) : (
            <Skeleton width={176} height={176} />
          )}
          <div>
            <p className={styles.manual}>Can’t scan it? Type this key in the app:</p>
            <p className={styles.secret}>
              {data ? (
                <>
                  <code>{inGroups(data.secret)}</code>
                  <CopyButton text={data.secret} what="key" />
                </>
              ) : (
                '…'
              )}
            </p>
          </div>
        </div>
      </li>
      <li>
        <form onSubmit={form.submit} noValidate aria-label={label} className={styles.form}>
          <TextInput
            label="Enter the 6 digits that the app shows"
            autoComplete="one-time-code"
            inputMode="numeric"
            className={styles.code}
            {...form.field('code')}
          />
          <FailureNotice failure={form.failure} />
          <Button type="submit" loading={form.saving}>
            {label}
          </Button>
        </form>
        {asking && factors && (
          <ConfirmIdentityDialog
            title={label}
            about="Confirm that it’s you. Your passkeys and recovery codes keep working."
            confirmLabel={label}
            factors={factors}
            onClose={() => setAsking(false)}
            onConfirm={(proof) => add(form.values.code, proof)}
          />
        )}
      </li>
    </ol>
  );
}

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
