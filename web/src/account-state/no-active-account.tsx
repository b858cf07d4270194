import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery } from '../api/accounts.ts';
import { useHasAccess } from '../session/use-session.ts';
import { Notice } from '../ui/notice.tsx';

/** Says that all courier accounts are switched off, and leads to the switch. Nothing for a shop that has no account yet. */
export function NoActiveAccount() {
  const mayBook = useHasAccess(['BOOK_ORDERS']);
  const mayRead = useHasAccess(['READ_ACCOUNTS']);
  const mayWrite = useHasAccess(['WRITE_ACCOUNTS']);
  const { data } = useQuery({ ...accountsQuery, enabled: mayBook });
  if (!data || data.accounts.length === 0 || data.accounts.some((account) => !account.in_active)) return null;
  return (
    <Notice
      tone="warning"
      action={
        mayRead &&
        mayWrite && (
          <Button size="compact-sm" renderRoot={(props) => <Link to="/dashboard/accounts" {...props} />}>
            Open accounts
          </Button>
        )
      }
    >
      <strong>You have no active courier account.</strong> Nothing can be booked until one is switched on under
      Accounts.
      {!(mayRead && mayWrite) && ' Ask the owner.'}
    </Notice>
  );
}
