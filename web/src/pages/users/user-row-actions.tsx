import type { ShopUser } from '@courierdesk/contract/users';
import { ActionIcon } from '@mantine/core';
import { IconLock, IconLockOpen, IconMailForward, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sendVerification } from '../../api/users.ts';
import { messageOf } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import { RestrictDialog } from './restrict-dialog.tsx';
import styles from './users-page.module.css';

/** Edit for everyone; restrict and resend for staff only. */
export function UserRowActions({ user }: { user: ShopUser }) {
  const [restricting, setRestricting] = useState(false);
  const resend = useResend(user);
  const name = fullName(user);
  const restrict = user.is_active ? `Restrict ${name}` : `Unrestrict ${name}`;
  return (
    <span className={styles.rowActions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Edit ${name}`}
        title="Edit"
        renderRoot={(props) => <Link to="/dashboard/users/$userId" params={{ userId: user.id }} {...props} />}
      >
        <IconPencil size={16} />
      </ActionIcon>
      {user.role === 'USER' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={restrict}
          title={user.is_active ? 'Restrict' : 'Unrestrict'}
          onClick={() => setRestricting(true)}
        >
          {user.is_active ? <IconLock size={16} /> : <IconLockOpen size={16} />}
        </ActionIcon>
      )}
      {user.role === 'USER' && !user.is_verified_user && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Resend verification email to ${name}`}
          title="Resend verification email"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          <IconMailForward size={16} />
        </ActionIcon>
      )}
      <RestrictDialog
        user={user}
        restricts={user.is_active}
        opened={restricting}
        onClose={() => setRestricting(false)}
      />
    </span>
  );
}

function useResend(user: ShopUser) {
  return useMutation({
    mutationFn: () => sendVerification(user),
    onSuccess: (reply) => showToast(reply.message),
    onError: (error) => showToast(messageOf(error, 'Something went wrong while sending email'), { error: true }),
  });
}
