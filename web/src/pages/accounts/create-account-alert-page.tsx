import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '@mantine/hooks';
import { missingRight } from '../../lib/missing-right.ts';
import { useMay } from '../../session/use-session.ts';
import styles from './create-account-alert-page.module.css';

export function CreateAccountAlertPage() {
  useDocumentTitle('Create a courier account · Courierdesk');
  const mayCreate = useMay(['WRITE_ACCOUNTS']);
  return (
    <div className={styles.page}>
      <section role="dialog" aria-labelledby="alert-title" aria-describedby="alert-text" className={styles.dialog}>
        <IconAddressBook size={28} stroke={1.5} aria-hidden className={styles.icon} />
        <h1 id="alert-title" className={styles.title}>
          Create a courier account first
        </h1>
        <p id="alert-text" className={styles.text}>
          Orders are booked with your own account at Leopards, M&amp;P, PostEx or TCS. There is no active one yet.
        </p>
        {!mayCreate && <p className={styles.text}>{missingRight(['WRITE_ACCOUNTS'])} Ask the owner of the shop.</p>}
        <div className={styles.buttons}>
          <Button variant="default" renderRoot={(props) => <Link to="/dashboard" {...props} />}>
            Not now
          </Button>
          {mayCreate && (
            <Button autoFocus renderRoot={(props) => <Link to="/dashboard/accounts/create-account" {...props} />}>
              Create account
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}
