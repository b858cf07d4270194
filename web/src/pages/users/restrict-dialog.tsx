import type { ShopUser } from '@courierdesk/contract/users';
import { useNavigate } from '@tanstack/react-router';
import { setRestricted } from '../../api/users.ts';
import { fullName } from '../../lib/full-name.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { WorkOfUser } from './work-of-user.tsx';

/** Confirms to restrict or unrestrict a user. Both end on the list. */
export function RestrictDialog(props: { user: ShopUser; restricts: boolean; opened: boolean; onClose: () => void }) {
  const { user, restricts, opened, onClose } = props;
  const navigate = useNavigate();
  const verb = restricts ? 'Restrict' : 'Unrestrict';
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`${verb} ${fullName(user)}?`}
      confirmLabel={`${verb} user`}
      danger={restricts}
      onConfirm={async () => {
        const reply = await setRestricted(user.id, restricts);
        showToast(reply.message);
        void navigate({ to: '/dashboard/users' });
      }}
    >
      <p>{restricts ? whenRestricted(user) : 'They can sign in again, with the same scopes as before.'}</p>
      {restricts && user.is_active && <WorkOfUser user={user} />}
    </Confirm>
  );
}

const whenRestricted = ({ is_active: isActive }: ShopUser): string =>
  isActive
    ? 'They are signed out on all devices at once and cannot sign in. Their work and settings stay.'
    : 'They still cannot sign in, and a new plan does not activate them. Their work and settings stay.';
