import { Button } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { resetOfUser } from '../../api/own-account/two-factor.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showToast } from '../../ui/toasts/toast.ts';

/** For the owner: removes the second factors of a staff member who lost them. */
export function ResetTwoFactorButton({ user, onDone }: { user: { id: string; name: string }; onDone?: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShieldOff size={16} />} onClick={() => setAsking(true)}>
        Reset two-factor
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Reset two-factor"
        confirmLabel="Reset two-factor"
        danger
        onConfirm={async () => {
          showToast((await resetOfUser(user.id)).message);
          onDone?.();
        }}
      >
        <p>
          {user.name} is signed out everywhere and signs in with the password alone. The authenticator app, passkeys and
          recovery codes stop working.
        </p>
        <p>Do this only when {user.name} can no longer use any of them.</p>
      </Confirm>
    </>
  );
}
