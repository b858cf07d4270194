import { NewPassword } from '@courierdesk/contract/passwords';
import type { UserToEdit } from '@courierdesk/contract/users';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { savePassword } from '../../api/users.ts';
import { ApiError } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import { useInterruptedForm } from '../../lib/use-interrupted-form.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { PasswordField, usePasswordCheck } from '../../ui/forms/password-field.tsx';
import { useReportUnsaved, type ReportUnsaved } from './unsaved-forms.ts';
import styles from './users-page.module.css';

export function PasswordSection({ user, onUnsaved }: { user: UserToEdit; onUnsaved: ReportUnsaved }) {
  const check = usePasswordCheck();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [logoutFromAllDevices, setLogout] = useState(true);
  const dirty = password !== '';
  useInterruptedForm({
    name: 'password',
    values: password,
    withoutSecrets: '',
    dirty,
    fits: isText,
    restore: setPassword,
  });
  useReportUnsaved(onUnsaved, 'password', dirty);
  const submit = (): void => {
    const found = NewPassword.safeParse(password).error?.issues[0]?.message ?? check?.weaknessOf(password, user.email);
    setProblem(found);
    setAsking(found === undefined);
  };
  const save = async (): Promise<void> => {
    try {
      const reply = await savePassword(user.id, { password, logoutFromAllDevices });
      setPassword('');
      showToast(reply.message);
    } catch (error) {
      const beside = error instanceof ApiError && error.problems.find(({ field }) => field === 'password');
      if (!beside) throw error;
      setProblem(beside.msg);
    }
  };
  return (
    <Section title="Password" about="Give the new password to the person yourself. We do not send it.">
      <form
        noValidate
        aria-label="Password"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PasswordField
          label="New password"
          email={user.email}
          value={password}
          error={problem}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <div className="end-buttons">
          <Button type="submit" variant="default">
            Change password
          </Button>
        </div>
      </form>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Change the password of ${fullName(user)}?`}
        confirmLabel="Change password"
        onConfirm={save}
      >
        <p>Their old password stops working now.</p>
        <Checkbox
          label="Logout from all devices"
          checked={logoutFromAllDevices}
          onChange={(event) => setLogout(event.currentTarget.checked)}
        />
      </Confirm>
    </Section>
  );
}

const isText = (kept: unknown): kept is string => typeof kept === 'string';
