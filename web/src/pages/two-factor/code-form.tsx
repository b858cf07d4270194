import { rememberedDays, verifyAuthenticatorCode } from '@courierdesk/contract/two-factor';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { verifySecondFactor } from '../../session/verify-second-factor.ts';
import card from '../../ui/card-page.module.css';
import { focusField, useSchemaForm } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';

/** A code of the app, or a recovery code. `beside` a passkey, it waits until the person turns to it. */
export function CodeForm(props: {
  kind: 'app' | 'recovery-code';
  token: string;
  beside: boolean;
  onDone: () => void;
  onFailure: (failure: unknown) => void;
}) {
  const recovery = props.kind === 'recovery-code';
  const form = useSchemaForm({
    initial: { code: '', rememberDevice: false },
    schema: verifyAuthenticatorCode.body.pick({ code: true, rememberDevice: true }),
    save: async (given) => {
      try {
        await verifySecondFactor({ ...given, twoFactorToken: props.token });
      } catch (error) {
        props.onFailure(error);
        throw error;
      }
      props.onDone();
    },
  });
  const { beside } = props;
  useEffect(() => {
    if (!beside) focusField('code');
  }, [beside]);
  return (
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
        {...form.field('code')}
      />
      {!recovery && (
        <Checkbox
          label={`Remember this device for ${rememberedDays} days`}
          description="We won’t ask for a code here. Leave it off on a device that you share."
          {...form.field('rememberDevice', 'checkbox')}
        />
      )}
      <FailureNotice failure={form.failure} />
      <Button type="submit" fullWidth variant={beside ? 'default' : 'filled'} loading={form.saving}>
        Verify
      </Button>
    </form>
  );
}
