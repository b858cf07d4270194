import { PasskeyName } from '@courierdesk/contract/passkeys';
import type { CreationOptions } from '@courierdesk/contract/webauthn';
import { Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { creationOptions, savePasskey } from '../../api/own-account/passkeys.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { ConfirmIdentity, type Factors } from './confirm-identity.tsx';
import styles from './confirm-identity.module.css';
import { createPasskey, supportsPasskeys, unsupportedText } from './webauthn.ts';

/** Asks who it is, then for a name, then the browser for a passkey. `onAdded` gets recovery codes with the first factor. */
export function AddPasskeyButton(props: {
  factors: Factors;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  /** Where it is the main button of its page. */
  main?: boolean;
}) {
  const { main, ...dialog } = props;
  const [adding, setAdding] = useState(false);
  if (!supportsPasskeys()) return <Notice tone="info">{unsupportedText}</Notice>;
  return (
    <>
      <Button variant={main ? 'filled' : 'default'} leftSection={<IconKey size={16} />} onClick={() => setAdding(true)}>
        Add a passkey
      </Button>
      {adding && <AddPasskeyDialog {...dialog} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddPasskeyDialog(props: {
  factors: Factors;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}) {
  const [options, setOptions] = useState<CreationOptions>();
  const { has_password: hasPassword, enabled, passkeys } = props.factors;
  const hasNothing = !hasPassword && !enabled && passkeys === 0;
  return (
    <Dialog opened onClose={props.onClose} title="Add a passkey">
      {options ? (
        <NamePasskey
          options={options}
          onAdded={(codes) => {
            props.onClose();
            props.onAdded(codes);
          }}
          onStartAgain={() => setOptions(undefined)}
        />
      ) : (
        <ConfirmIdentity
          label="Confirm that it’s you"
          about={hasNothing ? nextStep : `First confirm that it’s you. ${nextStep}`}
          confirmLabel="Continue"
          factors={props.factors}
          onConfirm={async (proof) => setOptions(await creationOptions(proof))}
          onClose={props.onClose}
        />
      )}
    </Dialog>
  );
}

const nextStep = 'Next, you name the passkey, and your browser asks for your fingerprint, face or PIN.';

function NamePasskey(props: {
  options: CreationOptions;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onStartAgain: () => void;
}) {
  const form = useSchemaForm({
    name: 'new passkey',
    initial: { name: suggestedName() },
    schema: PasskeyName,
    save: async ({ name }) => {
      const passkey = await createPasskey(props.options);
      const { message, recovery_codes: codes } = await savePasskey({ name, passkey });
      showToast(message);
      props.onAdded(codes);
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className={styles.form} aria-label="Name the passkey">
      <TextInput
        label="Name"
        description="So that you can tell your passkeys apart, such as “Office computer”."
        data-autofocus
        {...form.field('name')}
      />
      <FailureNotice failure={form.failure} />
      <div className={`end-buttons ${styles.end}`}>
        <Button variant="default" disabled={form.saving} onClick={props.onStartAgain}>
          Back
        </Button>
        <Button type="submit" loading={form.saving}>
          Create passkey
        </Button>
      </div>
    </form>
  );
}

/** The kind of device that the person sits at. */
function suggestedName(): string {
  const { userAgent } = navigator;
  const kinds = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android phone'],
    [/Macintosh/, 'Mac'],
    [/Windows/, 'Windows computer'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux computer'],
  ] as const;
  return kinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'My device';
}
