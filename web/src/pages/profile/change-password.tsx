import { OwnPasswordChange } from '@courierdesk/contract/users';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { changePassword } from '../../api/own-account/own-password.ts';
import { refreshRememberedDevices } from '../../api/own-account/remembered-devices.ts';
import { useUser } from '../../session/use-session.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PasswordField, usePasswordCheck, withPasswordStrength } from '../../ui/forms/password-field.tsx';
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import styles from './profile-page.module.css';

/** For staff. */
export function ChangePassword() {
  const [opened, setOpened] = useState(false);
  return (
    <Section title="Password" about="Changing it signs you out on all other devices.">
      <Button variant="default" leftSection={<IconLock size={16} />} onClick={() => setOpened(true)}>
        Change password
      </Button>
      {opened && <ChangePasswordDialog onClose={() => setOpened(false)} />}
    </Section>
  );
}

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { email } = useUser();
  const check = usePasswordCheck();
  const form = useSchemaForm({
    name: 'password',
    initial: { current_password: '', new_password: '', confirm_password: '' },
    secrets: ['current_password', 'new_password', 'confirm_password'],
    schema: (values) =>
      withPasswordStrength(OwnPasswordChange, values, 'new_password', check?.weaknessOf(values.new_password, email)),
    save: async (values) => {
      showToast((await changePassword(values)).message);
      void refreshRememberedDevices();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Change password">
      <form className={styles.form} onSubmit={form.submit} noValidate aria-label="Change password">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <SecretField
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle('current password')}
          data-autofocus
          {...form.field('current_password')}
        />
        <PasswordField
          label="New password"
          email={email}
          visibilityToggleButtonProps={toggle('new password')}
          {...form.field('new_password')}
          value={form.values.new_password}
        />
        <SecretField
          label="Confirm the new password"
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle('confirmed password')}
          {...form.field('confirm_password')}
        />
        <FailureNotice failure={form.failure} />
        <div className={`end-buttons ${styles.end}`}>
          <Button variant="default" disabled={form.saving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const toggle = (which: string) => ({ 'aria-label': `Show or hide ${which}` });
