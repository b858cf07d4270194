import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { verifyWithPasskey } from '../../parts/two-factor/passkey-sign-in.ts';
import card from '../../ui/card-page.module.css';
import { fieldId, focusField } from '../../ui/forms/use-schema-form.ts';
import { FailureNotice } from '../../ui/notice.tsx';

/** The second step with a passkey. */
export function PasskeyStep(props: { token: string; onDone: () => void; onFailure: (failure: unknown) => void }) {
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => focusField('passkey'), []);
  const verify = async (): Promise<void> => {
    setWorking(true);
    setFailure(undefined);
    try {
      await verifyWithPasskey(props.token);
      props.onDone();
    } catch (error) {
      setFailure(error);
      props.onFailure(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <div className={card.form}>
      <p className={card.text}>Use your fingerprint, face or PIN.</p>
      <Button
        id={fieldId('passkey')}
        fullWidth
        leftSection={<IconKey size={16} />}
        loading={working}
        onClick={() => void verify()}
      >
        Use a passkey
      </Button>
      <FailureNotice failure={failure} />
    </div>
  );
}
