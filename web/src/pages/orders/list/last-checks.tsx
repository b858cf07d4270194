import { companyName } from '@courierdesk/contract/companies';
import { formatAgo } from '@courierdesk/contract/dates';
import type { TrackingCheck } from '@courierdesk/contract/tracking-checks';
import { useQuery } from '@tanstack/react-query';
import { trackingChecksQuery } from '../../../api/tracking-checks.ts';
import { PlanNeeded } from '../../../parts/plans/plan-needed.tsx';
import { useNow } from '../../../lib/use-now.ts';
import styles from './last-checks.module.css';

/** When we last checked with each courier. It keeps a line from the start, so that the list below does not move. */
export function LastChecks() {
  const { data } = useQuery(trackingChecksQuery);
  if (!data) return <div className={styles.checks} />;
  return (
    <ul className={styles.checks} aria-label="When couriers were last checked">
      {data.companies.map((check) => (
        <li key={check.company}>
          <Check check={check} />
        </li>
      ))}
      {!data.automatic && (
        <li>
          On the FREE plan, we check a parcel when you open it.{' '}
          <PlanNeeded>On the Monthly and Yearly plans, we check all parcels automatically.</PlanNeeded>
        </li>
      )}
    </ul>
  );
}

function Check({ check }: { check: TrackingCheck }) {
  const now = useNow();
  const troubled = check.accounts.filter(({ problem }) => problem);
  const last = check.last_checked_at ? `last checked ${formatAgo(check.last_checked_at, now)}` : 'not checked yet';
  return (
    <>
      {companyName[check.company]}: {last}
      {troubled.map(({ id, name, problem }) => (
        <span key={id} className={styles.problem}>
          {' · '}
          {name}: {problem}
        </span>
      ))}
    </>
  );
}
