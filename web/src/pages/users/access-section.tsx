import type { UserToEdit } from '@courierdesk/contract/users';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refetchUsers, removeUser } from '../../api/users.ts';
import { fullName } from '../../lib/full-name.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { RestrictDialog } from './restrict-dialog.tsx';
import { WorkOfUser } from './work-of-user.tsx';
import styles from './users-page.module.css';

const refetchAfterDeleteMs = 500;

export function AccessSection({ user, onDeleted }: { user: UserToEdit; onDeleted: () => void }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'restrict' | 'unrestrict' | 'delete'>();
  const close = (): void => setOpen(undefined);
  return (
    <Section title="Access" about={aboutAccess(user)}>
      <div className={styles.badges}>
        {!user.is_active && (
          <Button variant="default" onClick={() => setOpen('unrestrict')}>
            Unrestrict user
          </Button>
        )}
        {(user.is_active || user.off_by_plan) && (
          <Button variant="default" onClick={() => setOpen('restrict')}>
            Restrict user
          </Button>
        )}
        <Button variant="outline" color="red" onClick={() => setOpen('delete')}>
          Delete user
        </Button>
      </div>
      <RestrictDialog user={user} restricts opened={open === 'restrict'} onClose={close} />
      <RestrictDialog user={user} restricts={false} opened={open === 'unrestrict'} onClose={close} />
      <Confirm
        opened={open === 'delete'}
        onClose={close}
        title={`Delete ${fullName(user)}?`}
        confirmLabel="Delete user"
        keepLabel="Keep user"
        danger
        onConfirm={async () => {
          const reply = await removeUser(user.id);
          showToast(reply.message);
          onDeleted();
          void navigate({ to: '/dashboard/users' });
          setTimeout(() => void refetchUsers(), refetchAfterDeleteMs);
        }}
      >
        <p>
          They are signed out on all devices at once. Their saved views and contact data are deleted. Their past work
          keeps their name and tag. This can’t be undone.
        </p>
        <WorkOfUser user={user} />
      </Confirm>
    </Section>
  );
}

function aboutAccess(user: UserToEdit): string {
  if (user.is_active) return 'Restricting can be undone. Deleting cannot.';
  return user.off_by_plan
    ? 'This user became inactive when the paid plan ended. A new plan can activate them, unless you restrict them.'
    : 'This user is restricted and cannot sign in.';
}
