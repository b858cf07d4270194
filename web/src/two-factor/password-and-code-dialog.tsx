import { turnOffTwoFactor } from '@courierdesk/contract/two-factor';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { PasswordAndCode } from '../api/two-factor.ts';
import { messageOf } from '../lib/failures.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { schemaProblems, useSchemaForm } from '../ui/forms/use-schema-form.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './password-and-code-dialog.module.css';

/** Asks for password and code before a change to two-factor. */
export function PasswordAndCodeDialog(props: {
  title: string;
  about: string;
  confirmLabel: string;
  danger?: boolean;
  hasPassword: boolean;
  onConfirm: (given: PasswordAndCode) => Promise<void>;
  onClose: () => void;
}) {
  const form = useSchemaForm({
    initial: { password: '', code: '' },
    schema: (values) => [
      ...(props.hasPassword && !values.password ? [{ field: 'password', message: 'Password is required' }] : []),
      ...schemaProblems(turnOffTwoFactor.body, values),
    ],
    save: async (values) => {
      await props.onConfirm(values);
      props.onClose();
    },
  });
  return (
    <Dialog opened onClose={props.onClose} title={props.title}>
      <form onSubmit={form.submit} noValidate className={styles.form} aria-label={props.title}>
        <p className={styles.about}>{props.about}</p>
        {props.hasPassword && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
            data-autofocus
            {...form.field('password')}
          />
        )}
        <TextInput
          label="Code of your app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={20}
          data-autofocus={!props.hasPassword || undefined}
          {...form.field('code')}
        />
        {form.failure !== undefined && (
          <Notice tone="error" live>
            {messageOf(form.failure)}
          </Notice>
        )}
        <div className={styles.buttons}>
          <Button variant="default" disabled={form.saving} onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" {...(props.danger && { color: 'red' })} loading={form.saving}>
            {props.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
