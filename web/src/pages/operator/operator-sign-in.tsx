import { signInOperator as signInEndpoint } from '@courierdesk/contract/operator';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { signInOperator } from '../../api/operator.ts';
import card from '../../ui/card-page.module.css';
import { CardPage } from '../../ui/card-page.tsx';
import { focusField, useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/forms/secret-field.tsx';

/** `wasSignedIn`: the sign-in ended while the page was open. */
export function OperatorSignIn({ wasSignedIn }: { wasSignedIn: boolean }) {
  useEffect(() => focusField('password'), []);
  const form = useSchemaForm({ initial: { password: '' }, schema: signInEndpoint.body, save: signInOperator });
  return (
    <CardPage title="Operator" name="Operator sign-in">
      <p className={card.text}>For whoever runs Courierdesk on this server. Shops sign in to the dashboard.</p>
      {wasSignedIn && form.failure === undefined && (
        <Notice tone="warning" live>
          Your sign-in has ended. Sign in again.
        </Notice>
      )}
      <form className={card.form} onSubmit={form.submit} noValidate aria-label="Sign in">
        <SecretField label="Operator’s password" autoComplete="current-password" {...form.field('password')} />
        <FailureNotice failure={form.failure} />
        <Button type="submit" fullWidth loading={form.saving}>
          Sign in
        </Button>
      </form>
    </CardPage>
  );
}
