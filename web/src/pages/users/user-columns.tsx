import type { ShopUser } from '@courierdesk/contract/users';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconLock,
  IconMailQuestion,
  IconPencil,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { countText } from '@courierdesk/contract/count-text';
import { fullName } from '../../lib/full-name.ts';
import { TableDate } from '../../ui/dates/table-date.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { UserRowActions } from './user-row-actions.tsx';
import styles from './users-page.module.css';

export const UserName = ({ user }: { user: ShopUser }) => (
  <Link to="/dashboard/users/$userId" params={{ userId: user.id }} className={styles.name}>
    {fullName(user)}
  </Link>
);

/** Breaks after the @, if it must. */
function Email({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <span className={styles.whole}>
      {name}@<wbr />
      {domain}
    </span>
  );
}

export const UserStatus = ({ user }: { user: ShopUser }) =>
  user.is_active ? (
    <ToneBadge tone="delivered">Active</ToneBadge>
  ) : (
    <ToneBadge tone="needs" icon={IconLock} title={user.off_by_plan ? 'Since the paid plan ended' : undefined}>
      {user.off_by_plan ? 'Inactive' : 'Restricted'}
    </ToneBadge>
  );

export const TwoFactorBadge = ({ word }: { word: string }) => (
  <ToneBadge tone="delivered" icon={IconShieldCheck}>
    {word}
  </ToneBadge>
);

type OnUser = { onScopes: (user: ShopUser) => void; onTag: (user: ShopUser) => void };

/** What does not fit in the two lines of a phone. */
export const UserOnPhone = ({ user, on }: { user: ShopUser; on: OnUser }) => (
  <span className={styles.onPhone}>
    <UserScopes user={user} onScopes={on.onScopes} />
    <UserTag user={user} onTag={on.onTag} label="Tag: " />
    {!user.is_verified_user && <NotVerifiedBadge />}
  </span>
);

export const userColumns = (on: OnUser): Column<ShopUser>[] => [
  {
    key: 'name',
    title: 'Name',
    width: 116,
    cell: (user) => (
      <span className={styles.whole}>
        <UserName user={user} />
      </span>
    ),
  },
  { key: 'email', title: 'Email', cell: ({ email }) => <Email email={email} /> },
  {
    key: 'type',
    title: 'Type',
    width: 94,
    cell: ({ role }) => (
      <ToneBadge tone={role === 'ADMIN' ? 'returned' : 'booked'} icon={role === 'ADMIN' ? IconShieldCheck : IconUser}>
        {role}
      </ToneBadge>
    ),
  },
  {
    key: 'tag',
    title: 'Tag',
    width: 100,
    cell: (user) => <UserTag user={user} onTag={on.onTag} />,
  },
  {
    key: 'scopes',
    title: 'Scopes',
    width: 96,
    cell: (user) => <UserScopes user={user} onScopes={on.onScopes} />,
  },
  { key: 'status', title: 'Status', width: 104, cell: (user) => <UserStatus user={user} /> },
  {
    key: 'verified',
    title: 'Email verified',
    width: 122,
    from: 1280,
    cell: (user) =>
      user.is_verified_user ? (
        <ToneBadge tone="delivered" icon={IconCircleCheckFilled}>
          Verified
        </ToneBadge>
      ) : (
        <NotVerifiedBadge />
      ),
  },
  {
    key: 'two-factor',
    title: 'Two-factor',
    width: 92,
    from: 1440,
    cell: (user) => (user.two_factor_enabled ? <TwoFactorBadge word="On" /> : <span className="dim">Off</span>),
  },
  {
    key: 'created',
    title: 'Created',
    width: 152,
    from: 1280,
    cell: (user) => <TableDate at={user.createdAt} />,
  },
  { key: 'actions', title: 'Actions', width: 120, cell: (user) => <UserRowActions user={user} /> },
];

const NotVerifiedBadge = () => (
  <ToneBadge tone="process" icon={IconMailQuestion}>
    Not verified
  </ToneBadge>
);

const UserTag = ({ user, onTag, label }: { user: ShopUser; onTag: OnUser['onTag']; label?: string }) => (
  <span className={styles.tag}>
    <span>
      {label}
      {user.tag || 'N/A'}
    </span>
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={`Edit tag of ${fullName(user)}`}
      onClick={() => onTag(user)}
    >
      <IconPencil size={14} />
    </ActionIcon>
  </span>
);

function UserScopes({ user, onScopes }: { user: ShopUser; onScopes: OnUser['onScopes'] }) {
  const isOwner = user.role === 'ADMIN';
  const scopes = countText(user.access_scopes.length, 'scope');
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${isOwner ? 'All scopes' : scopes} of ${fullName(user)}`}
      onClick={() => onScopes(user)}
    >
      {isOwner ? 'All' : scopes}
    </Button>
  );
}
