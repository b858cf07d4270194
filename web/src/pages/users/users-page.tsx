import type { ShopUser } from '@courierdesk/contract/users';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usersQuery } from '../../api/users.ts';
import { messageOf } from '../../lib/failures.ts';
import { StaffRequirement } from '../../parts/two-factor/staff-requirement.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { ScopesDialog } from './scopes-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { TwoFactorBadge, userColumns, UserName, UserOnPhone, UserStatus } from './user-columns.tsx';
import { UserRowActions } from './user-row-actions.tsx';

const route = getRouteApi('/dashboard/users');

export function UsersPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/users' });
  const query = useQuery(usersQuery(search));
  const [scopesOf, setScopesOf] = useState<ShopUser>();
  const [tagOf, setTagOf] = useState<ShopUser>();
  const on = { onScopes: setScopesOf, onTag: setTagOf };
  return (
    <Page
      title="Users"
      help="users"
      width="wide"
      back={{ to: '/dashboard/accounts', label: 'accounts' }}
      tools={<RefreshButton query={query} />}
      action={
        <Button
          leftSection={<IconPlus size={16} />}
          renderRoot={(props) => <Link to="/dashboard/create-user" {...props} />}
        >
          Create user
        </Button>
      }
    >
      {query.isError && !query.data ? (
        <Notice
          tone="warning"
          live
          action={
            <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(query.error)}
        </Notice>
      ) : (
        <DataTable
          label="Users"
          query={query}
          rows={query.data?.childrenAccounts}
          rowKey={(user) => user.id}
          rowLabel={(user) => user.email}
          columns={userColumns(on)}
          tone={(user) => (user.is_active ? undefined : 'dim')}
          onOpen={(user) => void navigate({ to: '/dashboard/users/$userId', params: { userId: user.id } })}
          skeletonRows={5}
          renderPhone={(user) => (
            <PhoneRow
              top={<UserName user={user} />}
              topRight={<UserRowActions user={user} />}
              bottom={user.email}
              bottomRight={
                <>
                  {user.two_factor_enabled && <TwoFactorBadge word="Two-factor" />} <UserStatus user={user} />
                </>
              }
              more={<UserOnPhone user={user} on={on} />}
            />
          )}
          paging={{
            ...search,
            total: query.data?.pagination.total,
            things: 'Users',
            onChange: (paging, replace) => void navigate({ search: paging, replace }),
          }}
          empty={null}
        />
      )}
      {/* The list above it has another height when it is there. */}
      {query.isFetched && <StaffRequirement />}
      <ScopesDialog user={scopesOf} onClose={() => setScopesOf(undefined)} />
      {tagOf && <TagDialog user={tagOf} onClose={() => setTagOf(undefined)} />}
    </Page>
  );
}
