import type { ShopUser } from '@courierdesk/contract/users';
import { useNavigate } from '@tanstack/react-router';
import { setRestricted } from '../../api/users.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { fullName } from './full-name.ts';

/** Confirms to restrict or unrestrict a user. Both end on the list. */
export function RestrictDialog({ user, opened, onClose }: { user: ShopUser; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const verb = user.is_active ? 'Restrict' : 'Unrestrict';
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`${verb} ${fullName(user)}?`}
      confirmLabel={`${verb} user`}
      danger={user.is_active}
      onConfirm={async () => {
        const reply = await setRestricted(user.id, user.is_active);
        showToast(reply.message);
        void navigate({ to: '/dashboard/users' });
      }}
    >
      {user.is_active
        ? 'They are signed out on all devices at once and cannot sign in. Their work and settings stay.'
        : 'They can sign in again, with the same scopes as before.'}
    </Confirm>
  );
}
