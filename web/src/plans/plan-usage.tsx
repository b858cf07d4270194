import { usageText } from '@courierdesk/contract/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '../api/subscription.ts';
import styles from './plan-usage.module.css';

/** Bookings used this month; shown from 80 %. */
export function PlanUsage() {
  const { data } = useQuery(subscriptionQuery);
  const limit = data?.limit;
  if (!data || !limit || data.orders <= limit * 0.8) return null;
  return (
    <span className={styles.usage} data-full={data.orders >= limit || undefined}>
      <span className={styles.words}>Bookings this month: </span>
      <span className="numbers">{usageText(data.orders, limit)}</span>
    </span>
  );
}
