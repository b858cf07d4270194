import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { Link } from '@tanstack/react-router';
import styles from './accounts-page.module.css';

export function AccountName({ account, link }: { account: CourierAccount; link: boolean }) {
  return (
    <>
      {link ? (
        <Link to="/dashboard/edit-account/$accountId" params={{ accountId: account.id }} className={styles.name}>
          {account.name}
        </Link>
      ) : (
        account.name
      )}
      {account.is_default && <span className={styles.default}>Default</span>}
      {account.off_by_plan && (
        <span className={styles.default} title="Inactive since the paid plan ended. A new plan can activate it.">
          Plan ended
        </span>
      )}
    </>
  );
}
