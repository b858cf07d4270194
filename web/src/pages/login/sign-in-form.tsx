import { loginUser } from '@courierdesk/contract/sessions';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { login } from '../../session/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { focusField, useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import styles from './login-page.module.css';

export function SignInForm() {
  const navigate = useNavigate();
  useEffect(() => focusField('email'), []);
  const form = useSchemaForm({
    initial: { email: '', password: '' },
    schema: loginUser.body,
    save: async ({ email, password }) => {
      // The page redirects once the person is signed in.
      if ((await login(email, password)) === 'second-factor') await navigate({ to: '/two-factor' });
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-label="Sign in">
      <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
        {...form.field('password')}
      />
      {form.failure !== undefined && (
        <Notice tone="error" live>
          <span className={styles.error}>{messageOf(form.failure)}</span>
        </Notice>
      )}
      <Button type="submit" fullWidth loading={form.saving}>
        Sign in
      </Button>
    </form>
  );
}
