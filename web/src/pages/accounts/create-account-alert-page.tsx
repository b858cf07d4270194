import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useDocumentTitle } from '@mantine/hooks';
import { accountsQuery, activeAccountsQuery } from '../../api/accounts.ts';
import { missingPermission } from '../../lib/missing-permission.ts';
import { useHasAccess } from '../../session/use-session.ts';
import { FullSpinner } from '../../ui/full-spinner.tsx';
import styles from './create-account-alert-page.module.css';

/** Says that booking needs a courier account. Redirects if there is an active one. */
export function CreateAccountAlertPage() {
  useDocumentTitle('Create a courier account · Courierdesk');
  const canBook = useHasAccess(['BOOK_ORDERS']);
  const accounts = useQuery({ ...activeAccountsQuery, enabled: canBook });
  const all = useQuery({ ...accountsQuery, enabled: canBook });
  const canCreate = useHasAccess(['WRITE_ACCOUNTS']);
  if (accounts.isLoading || all.isLoading) return <FullSpinner />;
  if (accounts.data && accounts.data.accounts.length > 0) return <Navigate to="/dashboard/shopify/orders" replace />;
  const isOff = all.data !== undefined && all.data.accounts.length > 0;
  const way = isOff
    ? { to: '/dashboard/accounts', label: 'Open accounts' }
    : { to: '/dashboard/accounts/create-account', label: 'Create account' };
  return (
    <div className={styles.page}>
      <section role="dialog" aria-labelledby="alert-title" aria-describedby="alert-text" className={styles.dialog}>
        <IconAddressBook size={28} stroke={1.5} aria-hidden className={styles.icon} />
        <h1 id="alert-title" className={styles.title}>
          {isOff ? 'Switch on a courier account first' : 'Create a courier account first'}
        </h1>
        <p id="alert-text" className={styles.text}>
          {isOff
            ? 'All your courier accounts are inactive. Switch on the one that you book with under Accounts.'
            : 'You book orders with your own account at Leopards, M&P, PostEx or TCS. You have no active account yet.'}
        </p>
        {!canCreate && <p className={styles.text}>{missingPermission(['WRITE_ACCOUNTS'])}</p>}
        <div className={`end-buttons ${styles.end}`}>
          <Button variant="default" renderRoot={(props) => <Link to="/dashboard" {...props} />}>
            Not now
          </Button>
          {canCreate && (
            <Button autoFocus renderRoot={(props) => <Link to={way.to} {...props} />}>
              {way.label}
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}
