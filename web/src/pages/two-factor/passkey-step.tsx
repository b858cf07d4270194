import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { verifyWithPasskey } from '../../parts/two-factor/passkey-sign-in.ts';
import card from '../../ui/card-page.module.css';
import { fieldId, focusField } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';

/** The second step with a passkey. */
export function PasskeyStep(props: { token: string; onDone: () => void; onFailure: (failure: unknown) => void }) {
  const verify = useMutation({
    mutationFn: () => verifyWithPasskey(props.token),
    onSuccess: () => props.onDone(),
    onError: (error) => props.onFailure(error),
  });
  useEffect(() => focusField('passkey'), []);
  return (
    <div className={card.form}>
      <p className={card.text}>Use your fingerprint, face or PIN.</p>
      <Button
        id={fieldId('passkey')}
        fullWidth
        leftSection={<IconKey size={16} />}
        loading={verify.isPending}
        onClick={() => verify.mutate()}
      >
        Use a passkey
      </Button>
      <FailureNotice failure={verify.error} />
    </div>
  );
}
