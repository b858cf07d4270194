import { Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { confirmationOptions, type IdentityProof } from '../../api/own-account/passkeys.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSchemaForm, type FormProblem } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import styles from './confirm-identity.module.css';
import { signWithPasskey } from './webauthn.ts';

/** How a person can show that it is them; see `TwoFactor` of the contract. */
export type Factors = { has_password: boolean; enabled: boolean; passkeys: number };

type Props = {
  about: string;
  confirmLabel: string;
  danger?: boolean;
  factors: Factors;
  onConfirm: (proof: IdentityProof) => Promise<void>;
  onClose: () => void;
};

/** Asks for a passkey, or for password and code, before a change to how someone signs in. */
export const ConfirmIdentityDialog = ({ title, ...props }: Props & { title: string }) => (
  <Dialog opened onClose={props.onClose} title={title}>
    <ConfirmIdentity
      {...props}
      label={title}
      onConfirm={async (proof) => {
        await props.onConfirm(proof);
        props.onClose();
      }}
    />
  </Dialog>
);

export function ConfirmIdentity(props: Props & { label: string }) {
  const { has_password: hasPassword, enabled: hasApp, passkeys } = props.factors;
  const needsCode = hasApp || passkeys > 0;
  const form = useSchemaForm({
    name: `confirm: ${props.about}`,
    initial: { password: '', code: '' },
    secrets: ['password', 'code'],
    schema: (values) => [
      ...problem(hasPassword && !values.password, 'password', 'Password is required'),
      ...problem(needsCode && !values.code.trim(), 'code', 'Enter the code'),
    ],
    save: props.onConfirm,
  });
  const passkey = useMutation({
    mutationFn: async () => props.onConfirm({ passkey: await signWithPasskey(await confirmationOptions()) }),
  });
  return (
    <form onSubmit={form.submit} noValidate className={styles.form} aria-label={props.label}>
      <p className={styles.about}>{props.about}</p>
      {passkeys > 0 && (
        <>
          <Button
            variant="default"
            leftSection={<IconKey size={16} />}
            loading={passkey.isPending}
            disabled={form.saving}
            onClick={() => {
              form.clearFailure();
              passkey.mutate();
            }}
            data-autofocus
          >
            Confirm with a passkey
          </Button>
          <p className={styles.or}>or</p>
        </>
      )}
      {hasPassword && (
        <SecretField
          label="Password"
          autoComplete="current-password"
          data-autofocus={passkeys === 0 || undefined}
          {...form.field('password')}
        />
      )}
      {needsCode && (
        <TextInput
          label={hasApp ? 'Code from your app, or a recovery code' : 'Recovery code'}
          autoComplete="one-time-code"
          data-autofocus={(passkeys === 0 && !hasPassword) || undefined}
          {...form.field('code')}
        />
      )}
      <FailureNotice failure={passkey.error ?? form.failure} />
      <div className={`end-buttons ${styles.end}`}>
        <Button variant="default" disabled={form.saving || passkey.isPending} onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          {...(props.danger && { color: 'red' })}
          loading={form.saving}
          disabled={passkey.isPending}
          onClick={passkey.reset}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </form>
  );
}

const problem = (applies: boolean, field: string, message: string): FormProblem[] =>
  applies ? [{ field, message }] : [];
