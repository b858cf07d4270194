import { formatAge, formatFull, formatShort } from '@courierdesk/contract/dates';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useTimeZone } from '../../../lib/time-zone.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './order-rows.module.css';

/** A short date on two lines, optionally with its age; red when the parcel takes too long. */
export function TwoLineDate({ at, age, critical = false }: { at: string | null; age?: boolean; critical?: boolean }) {
  const now = useNow();
  const timeZone = useTimeZone();
  if (!at) return <span className={styles.small}>–</span>;
  const [day, time] = formatShort(at, timeZone, now).split(/, (?=\d+:)/);
  const old = age && (
    <>
      {' · '}
      <span
        className={critical ? styles.late : undefined}
        title={critical ? 'On its way for more than 3 days' : undefined}
      >
        {critical && <IconAlertTriangleFilled size={11} aria-label="Critical:" />} {formatAge(at, now)}
      </span>
    </>
  );
  return (
    <time dateTime={at} title={formatFull(at, timeZone)}>
      <span className={styles.two}>{day}</span>
      <span className={styles.small}>
        {time}
        {old}
      </span>
    </time>
  );
}
