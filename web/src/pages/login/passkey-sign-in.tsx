import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '../../ui/notice.tsx';

/** Loads what it needs when it is pressed. The page redirects once the person is signed in. */
export function PasskeySignIn() {
  const signIn = useMutation({
    mutationFn: async () => (await import('../../parts/two-factor/passkey-sign-in.ts')).signInWithPasskey(),
  });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size={16} />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Sign in with a passkey
      </Button>
      <FailureNotice failure={signIn.error} />
    </>
  );
}
