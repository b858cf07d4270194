import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '../../api/subscription.ts';
import { PlanNeeded } from '../plans/plan-needed.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './export-dialog.module.css';

/** Warns shops on FREE before they start. */
export function PlanNotice({ onLeave }: { onLeave: () => void }) {
  const { data } = useQuery(subscriptionQuery);
  if (data?.plan !== 'FREE') return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warning">
        <PlanNeeded onLeave={onLeave}>
          Your shop is on the FREE plan, which has no export. It is part of the Monthly and Yearly plans.
        </PlanNeeded>
      </Notice>
    </div>
  );
}
