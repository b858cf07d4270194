import { companyName } from '@courierdesk/contract/companies';
import type { getCourierHealth } from '@courierdesk/contract/courier-health';
import type { ReplyOf } from '@courierdesk/contract/endpoint';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { courierHealthQuery } from '../api/courier-health.ts';
import { useHasAccess } from '../session/use-session.ts';
import styles from './courier-health.module.css';

/** Names the couriers that refuse our credentials or do not respond now, if any. */
export function CourierHealth() {
  const canSee = useHasAccess(['READ_ORDERS', 'BOOK_ORDERS', 'READ_ACCOUNTS']);
  const canOpen = useHasAccess(['READ_ACCOUNTS']);
  const { data } = useQuery({ ...courierHealthQuery, enabled: canSee });
  const trouble = data && (refusal(data) ?? silence(data));
  if (!trouble) return null;
  const content = (
    <>
      <IconPlugConnectedX size={14} aria-hidden />
      <span className={styles.words}>{trouble.text}</span>
    </>
  );
  const look = { className: styles.health, title: trouble.title };
  return canOpen ? (
    <Link to="/dashboard/accounts" {...look}>
      {content}
    </Link>
  ) : (
    <span {...look}>{content}</span>
  );
}

type Health = ReplyOf<typeof getCourierHealth>;
type Trouble = { readonly text: string; readonly title: string };

function refusal({ refused }: Health): Trouble | undefined {
  const [only] = refused;
  if (!only) return undefined;
  const names = refused.map(({ name }) => name).join(', ');
  return {
    text:
      refused.length === 1 ? `${only.name}: credentials refused` : `${refused.length} accounts: credentials refused`,
    title: `The courier refuses the credentials of ${names}. Bookings fail until new ones are entered.`,
  };
}

function silence({ not_responding: companies }: Health): Trouble | undefined {
  if (companies.length === 0) return undefined;
  const names = companies.map((company) => companyName[company]).join(', ');
  return {
    text: `${companies.length === 1 ? names : `${companies.length} couriers`} not responding`,
    title: `${names} ${companies.length === 1 ? 'does' : 'do'} not respond. Bookings and tracking may fail. We keep trying.`,
  };
}
