import { PasskeyName, type Passkey } from '@courierdesk/contract/passkeys';
import { Button, TextInput } from '@mantine/core';
import { deletePasskey, refreshPasskeys, saveName } from '../../api/own-account/passkeys.ts';
import { refreshRememberedDevices } from '../../api/own-account/remembered-devices.ts';
import { refreshUser } from '../../session/session.ts';
import { ConfirmIdentityDialog, type Factors } from '../../parts/two-factor/confirm-identity.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import styles from './profile-page.module.css';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useSchemaForm({
    name: `passkey ${passkey.id}`,
    initial: { name: passkey.name },
    schema: PasskeyName,
    save: async ({ name }) => {
      showToast((await saveName(passkey.id, name)).message);
      await refreshPasskeys();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Rename passkey">
      <form className={styles.form} onSubmit={form.submit} noValidate aria-label="Rename passkey">
        <TextInput label="Name" data-autofocus {...form.field('name')} />
        <FailureNotice failure={form.failure} />
        <div className={`end-buttons ${styles.end}`}>
          <Button variant="default" disabled={form.saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            Rename passkey
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemovePasskeyDialog(props: { passkey: Passkey; factors: Factors; onClose: () => void }) {
  const { passkey, factors } = props;
  const isLast = factors.passkeys === 1 && !factors.enabled;
  return (
    <ConfirmIdentityDialog
      title="Remove passkey"
      about={
        isLast
          ? `“${passkey.name}” is your only second factor. Without it, your password alone is enough to sign in, and your recovery codes stop working.`
          : `“${passkey.name}” no longer signs you in. Delete it on the device as well.`
      }
      confirmLabel="Remove passkey"
      danger
      factors={factors}
      onClose={props.onClose}
      onConfirm={async (proof) => {
        showToast((await deletePasskey(passkey.id, proof)).message);
        await refreshPasskeys();
        void refreshRememberedDevices();
        void refreshUser();
      }}
    />
  );
}
