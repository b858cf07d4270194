import { companyName } from '@courierdesk/contract/companies';
import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { getChecklist } from '@courierdesk/contract/to-do';
import { Button } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { pickUpText } from '../../parts/account-state/pick-up-text.ts';
import { RefusedAccounts } from '../../parts/account-state/refused-accounts.tsx';
import { Checklist } from '../../parts/get-started/checklist.tsx';
import { accountsQuery, accountsTableQuery } from '../../api/accounts.ts';
import { checklistQuery } from '../../api/to-do.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { TableDate } from '../../ui/dates/table-date.tsx';
import { AccountHealth } from './account-health.tsx';
import { AccountName } from './account-name.tsx';
import { ActiveSwitch } from './active-switch.tsx';
import { formatCount } from '@courierdesk/contract/count-text';
import styles from './accounts-page.module.css';

const route = getRouteApi('/dashboard/accounts');

export function AccountsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/accounts' });
  const canWrite = useHasAccess(['WRITE_ACCOUNTS']);
  const query = useQuery(accountsTableQuery(search));
  const create = canWrite && (
    <Button
      leftSection={<IconPlus size={16} />}
      renderRoot={(props) => <Link to="/dashboard/accounts/create-account" {...props} />}
    >
      Create account
    </Button>
  );
  return (
    <Page title="Courier accounts" help="tracking-accounts" width="wide" action={create}>
      <RefusedAccounts />
      <DataTable
        label="Courier accounts"
        query={query}
        rows={query.data?.accounts}
        rowKey={(account) => account.id}
        rowLabel={(account) => account.name}
        columns={columns(canWrite)}
        tone={(account) => (account.in_active ? 'dim' : undefined)}
        onOpen={
          canWrite
            ? (account) =>
                void navigate({ to: '/dashboard/edit-account/$accountId', params: { accountId: account.id } })
            : undefined
        }
        skeletonRows={5}
        renderPhone={(account) => (
          <PhoneRow
            top={<AccountName account={account} link={canWrite} />}
            topRight={companyName[account.company]}
            bottom={<AccountHealth account={account} />}
            bottomRight={account.in_active ? 'Inactive' : undefined}
          />
        )}
        paging={{
          ...search,
          total: query.data?.pagination.total,
          things: 'Accounts',
          onChange: (paging, replace) => void navigate({ search: paging, replace }),
        }}
        empty={<NoAccounts create={create} />}
      />
      {query.data && query.data.accounts.length > 0 && (
        <>
          <NoDefaultAccount />
          <NextStep />
        </>
      )}
    </Page>
  );
}

const columns = (canWrite: boolean): Column<CourierAccount>[] => [
  { key: 'name', title: 'Name', cell: (account) => <AccountName account={account} link={canWrite} /> },
  { key: 'company', title: 'Courier', width: 110, cell: (account) => companyName[account.company] },
  { key: 'health', title: 'Health', cell: (account) => <AccountHealth account={account} /> },
  { key: 'pick-up', title: 'Pick-up', from: 1366, cell: (account) => <PickUp account={account} /> },
  {
    key: 'weight',
    title: 'Default weight',
    width: 140,
    align: 'right',
    from: 1280,
    cell: ({ weight }) => (weight > 0 ? <span className="numbers">{formatCount(weight)} g</span> : 'Shop’s default'),
  },
  {
    key: 'created',
    title: 'Created',
    width: 150,
    from: 1280,
    cell: (account) => <TableDate at={account.createdAt} />,
  },
  {
    key: 'active',
    title: 'Active',
    width: 90,
    cell: (account) => <ActiveSwitch account={account} canWrite={canWrite} />,
  },
];

function PickUp({ account }: { account: CourierAccount }) {
  const text = pickUpText(account);
  return (
    <bdi title={text} className={styles.pickUp}>
      {text}
    </bdi>
  );
}

/** Below the accounts, so that nothing moves when it comes. */
function NoDefaultAccount() {
  const { data } = useQuery(accountsQuery);
  const active = data?.accounts.filter((account) => !account.in_active) ?? [];
  if (active.length < 2 || active.some((account) => account.is_default)) return null;
  return (
    <Notice tone="warning">
      <strong>No active account is the default.</strong> An order gets no account unless the courier rules choose one.
      Open an account and choose <strong>Default account</strong>.
    </Notice>
  );
}

/** The way on from the first account to the first parcel. Below the accounts, so that nothing moves when it comes. */
function NextStep() {
  const canSee = useHasAccess(getChecklist.access);
  const { data } = useQuery({ ...checklistQuery, enabled: canSee });
  return data?.is_new && data.data.length > 0 && <Checklist steps={data.data} at="/dashboard/accounts" />;
}

function NoAccounts({ create }: { create: React.ReactNode }) {
  return (
    <EmptyState icon={<IconAddressBook size={28} stroke={1.5} />} title="No courier account yet" action={create}>
      You book orders with your own account at Leopards, M&amp;P, PostEx or TCS. Add one to book your first parcel.
    </EmptyState>
  );
}
