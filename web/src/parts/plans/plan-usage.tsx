import { usageText } from '@courierdesk/contract/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { subscriptionQuery } from '../../api/subscription.ts';
import { useUser } from '../../session/use-session.ts';
import styles from './plan-usage.module.css';

/** Bookings used this month; shown from 80 %. */
export function PlanUsage() {
  const { data } = useQuery(subscriptionQuery);
  const isOwner = useUser().role === 'ADMIN';
  const limit = data?.limit;
  if (!data || !limit || data.orders <= limit * 0.8) return null;
  const look = { className: styles.usage, 'data-full': data.orders >= limit || undefined };
  const content = (
    <>
      <span className={styles.words}>Bookings this month: </span>
      <span className="numbers">{usageText(data.orders, limit)}</span>
    </>
  );
  return isOwner ? (
    <Link to="/dashboard/plans" title="See the plans" {...look}>
      {content}
    </Link>
  ) : (
    <span {...look}>{content}</span>
  );
}
