import { verifyAuthenticatorCode } from '@courierdesk/contract/two-factor';
import { Button, TextInput } from '@mantine/core';
import { Link, Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../lib/failures.ts';
import { pageAfterSignIn } from '../../lib/page-after-sign-in.ts';
import { storedTwoFactorToken } from '../../lib/stored-session.ts';
import { verifySecondFactor } from '../../session/verify-second-factor.ts';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { focusField, useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './two-factor-page.module.css';

/** The second step of sign-in. */
export function TwoFactorPage() {
  const router = useRouter();
  const [token] = useState(storedTwoFactorToken);
  const [recovery, setRecovery] = useState(false);
  const form = useSchemaForm({
    initial: { code: '' },
    schema: verifyAuthenticatorCode.body.pick({ code: true }),
    save: async ({ code }) => {
      await verifySecondFactor(code, token ?? '');
      router.history.replace(pageAfterSignIn());
    },
  });
  useEffect(() => focusField('code'), []);
  if (token === null) return <Navigate to="/login" replace />;
  const ended = form.failure instanceof ApiError && form.failure.problems[0]?.code === 'token-expired';
  return (
    <CardPage title="Two-factor sign-in">
      <form className={card.form} onSubmit={form.submit} noValidate aria-label="Two-factor sign-in">
        <TextInput
          label={recovery ? 'Recovery code' : 'Code'}
          description={
            recovery
              ? 'One of the ten codes that you saved. It works once.'
              : 'Enter the 6 digits that your authenticator app shows.'
          }
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={20}
          {...form.field('code')}
        />
        {form.failure !== undefined && (
          <Notice tone="error" live>
            {messageOf(form.failure)}
          </Notice>
        )}
        {ended ? (
          <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
            Sign in again
          </Button>
        ) : (
          <Button type="submit" fullWidth loading={form.saving}>
            Verify
          </Button>
        )}
      </form>
      <div className={styles.links}>
        <button
          type="button"
          className={card.linkButton}
          onClick={() => {
            form.discard();
            setRecovery(!recovery);
            focusField('code');
          }}
        >
          {recovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </button>
        <Link to="/login">Back to sign-in</Link>
      </div>
    </CardPage>
  );
}
