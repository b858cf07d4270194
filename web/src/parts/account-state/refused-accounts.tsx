import { companyName } from '@courierdesk/contract/companies';
import { whatRefusalStops, type RefusedAccount } from '@courierdesk/contract/courier-health';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { courierHealthQuery } from '../../api/courier-health.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { When } from '../../ui/dates/when.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The open case of each account whose credentials the courier refuses. */
export function RefusedAccounts() {
  const canSee = useHasAccess(['READ_ORDERS', 'BOOK_ORDERS', 'READ_ACCOUNTS']);
  const { data } = useQuery({ ...courierHealthQuery, enabled: canSee });
  return data?.refused.map((account) => <RefusedNotice key={account.id} account={account} />);
}

function RefusedNotice({ account }: { account: RefusedAccount }) {
  const { id, name, company, since, words } = account;
  const canWrite = useHasAccess(['WRITE_ACCOUNTS']);
  return (
    <Notice
      tone="error"
      live
      action={
        canWrite && (
          <Button
            size="compact-sm"
            renderRoot={(props) => (
              <Link to="/dashboard/edit-account/$accountId" params={{ accountId: id }} {...props} />
            )}
          >
            Enter new credentials
          </Button>
        )
      }
    >
      <strong>
        {companyName[company]} has refused the credentials of {name} since <When at={since} form="short" />.
      </strong>{' '}
      It says: “{words}”. {whatRefusalStops(account)}
      {!canWrite && ' Ask the owner to enter new credentials.'}
    </Notice>
  );
}
