import { companyName } from '@courierdesk/contract/companies';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { courierHealthQuery } from './courier-health-query.ts';
import { useHasAccess } from '../session/use-session.ts';
import styles from './courier-health.module.css';

/** Names the couriers that do not respond now, if any. */
export function CourierHealth() {
  const maySee = useHasAccess(['READ_ORDERS', 'BOOK_ORDERS', 'READ_ACCOUNTS']);
  const mayOpen = useHasAccess(['READ_ACCOUNTS']);
  const { data: companies = [] } = useQuery({ ...courierHealthQuery, enabled: maySee });
  const [only] = companies;
  if (only === undefined) return null;
  const names = companies.map((company) => companyName[company]).join(', ');
  const text = `${companies.length === 1 ? names : `${companies.length} couriers`} not responding`;
  const content = (
    <>
      <IconPlugConnectedX size={14} aria-hidden />
      <span className={styles.words}>{text}</span>
    </>
  );
  const look = {
    className: styles.health,
    title: `${names} ${companies.length === 1 ? 'does' : 'do'} not respond. Bookings and tracking may fail. We keep trying.`,
  };
  return mayOpen ? (
    <Link to="/dashboard/accounts" {...look}>
      {content}
    </Link>
  ) : (
    <span {...look}>{content}</span>
  );
}
