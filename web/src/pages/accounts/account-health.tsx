import type { CourierAccount } from '@courierdesk/contract/courier-accounts';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { formatAgo } from '@courierdesk/contract/dates';
import { useNow } from '../../lib/use-now.ts';
import styles from './accounts-page.module.css';

/** Shows what keeps an account from booking, or the result of its last courier call. */
export function AccountHealth({ account }: { account: CourierAccount }) {
  const now = useNow();
  const trouble = accountTrouble(account, now);
  if (trouble) {
    return (
      <span className={styles.health} data-tone="needs" title={trouble}>
        <IconAlertTriangleFilled size={14} aria-hidden /> {trouble}
      </span>
    );
  }
  const { last_success_at } = account.health;
  if (!last_success_at) {
    return (
      <span className={styles.health} data-tone="none">
        <IconCircleDashed size={14} aria-hidden /> Not used yet
      </span>
    );
  }
  return (
    <span className={styles.health} data-tone="well">
      <IconCircleCheckFilled size={14} aria-hidden /> Connected, {formatAgo(last_success_at, now)}
    </span>
  );
}

/** The problem of an account as text, if any. */
export function accountTrouble(account: CourierAccount, now: Date): string | undefined {
  const { last_error, last_error_at, credentials_refused_at } = account.health;
  if (credentials_refused_at) return 'The courier refuses the credentials';
  if (account.missing_to_book.length > 0) return `Cannot book yet: ${account.missing_to_book.join(', ')} missing`;
  if (last_error) return last_error_at ? `${last_error} (${formatAgo(last_error_at, now)})` : last_error;
  return undefined;
}
