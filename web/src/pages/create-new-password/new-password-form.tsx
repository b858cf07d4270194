import { NewPasswordTwice } from '@courierdesk/contract/password-resets';
import { Button } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPassword } from '../../api/own-account/own-password.ts';
import { hasCode } from '../../lib/failures.ts';
import { clearSession, currentSession } from '../../session/session.ts';
import card from '../../ui/card-page.module.css';
import { PasswordField, usePasswordCheck, withPasswordStrength } from '../../ui/forms/password-field.tsx';
import { focusField, useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/forms/secret-field.tsx';

const toLoginAfterMs = 2000;

export function NewPasswordForm(props: {
  link: { hash: string; id: string };
  email: string;
  onLinkEnded: (error: unknown) => void;
}) {
  const { link, email } = props;
  const [done, setDone] = useState<string>();
  const navigate = useNavigate();
  const toLogin = useTimeout(() => void navigate({ to: '/login', state: { signInEmail: email } }), toLoginAfterMs);
  const check = usePasswordCheck();
  const form = useSchemaForm({
    initial: { password: '', confirm_password: '' },
    schema: (values) =>
      withPasswordStrength(NewPasswordTwice, values, 'password', check?.weaknessOf(values.password, email)),
    save: async (values) => {
      try {
        setDone((await createPassword(link, { email, ...values })).message);
        toLogin.start();
        // The server has ended this session as well.
        if (currentSession.read().user?.id === link.id) clearSession();
      } catch (error) {
        if (!hasCode(error, 'token-expired') && !hasCode(error, 'user-restricted')) throw error;
        props.onLinkEnded(error);
      }
    },
  });
  useEffect(() => focusField('password'), []);
  if (done)
    return (
      <>
        <Notice tone="success" live>
          {done}
        </Notice>
        <Button renderRoot={(button) => <Link to="/login" state={{ signInEmail: email }} {...button} />}>Login</Button>
      </>
    );
  return (
    <form className={card.form} onSubmit={form.submit} noValidate aria-label="Create new password">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="New password" email={email} {...form.field('password')} value={form.values.password} />
      <SecretField
        label="Confirm the new password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide confirmed password' }}
        {...form.field('confirm_password')}
      />
      <FailureNotice failure={form.failure} />
      <Button type="submit" fullWidth loading={form.saving}>
        Create password
      </Button>
    </form>
  );
}
