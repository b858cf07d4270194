import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery } from '../../api/accounts.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { Notice } from '../../ui/notice.tsx';

/**
 * Says that no courier account can book, and leads to the switch or to a new account. A shop without an account sees it where it
 * books; its checklist says it elsewhere.
 */
export function NoActiveAccount({ isBooking = false }: { isBooking?: boolean }) {
  const canBook = useHasAccess(['BOOK_ORDERS']);
  const canRead = useHasAccess(['READ_ACCOUNTS']);
  const canWrite = useHasAccess(['WRITE_ACCOUNTS']);
  const { data } = useQuery({ ...accountsQuery, enabled: canBook });
  const isNone = data?.accounts.length === 0;
  if (!data || (isNone && !isBooking) || data.accounts.some((account) => !account.in_active)) return null;
  const canOpen = canWrite && (isNone || canRead);
  return (
    <Notice
      tone="warning"
      action={
        canOpen && (
          <Button
            size="compact-sm"
            renderRoot={(props) => (
              <Link to={isNone ? '/dashboard/accounts/create-account' : '/dashboard/accounts'} {...props} />
            )}
          >
            {isNone ? 'Connect a courier' : 'Open accounts'}
          </Button>
        )
      }
    >
      <strong>{isNone ? 'You have no courier account yet.' : 'You have no active courier account.'}</strong> Nothing can
      be booked until {isNone ? 'you connect a courier.' : 'one is switched on under Accounts.'}
      {!canOpen && ' Ask the owner.'}
    </Notice>
  );
}
