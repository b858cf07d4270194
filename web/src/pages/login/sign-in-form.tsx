import { loginUser, type OwnShop } from '@courierdesk/contract/sessions';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { login } from '../../session/session.ts';
import card from '../../ui/card-page.module.css';
import { Notice } from '../../ui/notice.tsx';
import { focusField, useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { useLazyOpen } from '../../ui/use-lazy-open.ts';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { ChooseShop } from './choose-shop.tsx';
import styles from './login-page.module.css';
import { lazyNamed } from '../../ui/lazy-named.ts';

// Dialogs are not part of the first load.
const ForgotPassword = lazyNamed(async () => (await import('./forgot-password.tsx')).ForgotPassword);

export function SignInForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const [forgot, openForgot, closeForgot] = useLazyOpen(false);
  const [shops, setShops] = useState<readonly OwnShop[]>([]);
  useEffect(() => focusField(email ? 'password' : 'email'), [email]);
  const form = useSchemaForm({
    initial: { email, password: '' },
    schema: loginUser.body,
    save: (credentials) => open(credentials),
  });
  // The page redirects once the person is signed in.
  async function open(credentials: Parameters<typeof login>[0]): Promise<void> {
    const step = await login(credentials);
    if (step === 'second-factor') await navigate({ to: '/two-factor' });
    else if (step !== 'signed-in') setShops(step);
  }
  if (shops.length > 0)
    return (
      <ChooseShop
        shops={shops}
        onChoose={({ id: shop }) => open({ ...form.values, shop })}
        onBack={() => setShops([])}
      />
    );
  return (
    <>
      <form className={card.form} onSubmit={form.submit} noValidate aria-label="Sign in">
        <TextInput label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <SecretField label="Password" autoComplete="current-password" {...form.field('password')} />
        <button type="button" className={`${card.linkButton} ${styles.forgot}`} onClick={() => openForgot(true)}>
          Forgot password?
        </button>
        {form.failure !== undefined && (
          <Notice tone="error" live>
            <span className={card.error}>{messageOf(form.failure)}</span>
          </Notice>
        )}
        <Button type="submit" fullWidth loading={form.saving}>
          Sign in
        </Button>
      </form>
      {/* Outside the form: what is sent in the dialog must not reach it. */}
      <Suspense>{forgot && <ForgotPassword email={form.values.email} onClose={closeForgot} />}</Suspense>
    </>
  );
}
