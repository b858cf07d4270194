import { formatAge, formatFull, formatFullDay, formatFullTime, formatShort } from '@courierdesk/contract/dates';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useNow } from '../../lib/use-now.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useWide } from '../../lib/use-wide.ts';
import styles from './table-date.module.css';

/**
 * An instant in a table, on two lines: in full on wide windows, `March 5, 2024` over `at 03:04 PM`, and short on
 * others. Optionally with its age, which is red when the parcel takes too long.
 */
export function TableDate({ at, age, critical = false }: { at: string | null; age?: boolean; critical?: boolean }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const wide = useWide();
  if (!at) return <span className={styles.time}>–</span>;
  const [day, time] = wide
    ? [formatFullDay(at, timeZone), `at ${formatFullTime(at, timeZone)}`]
    : formatShort(at, timeZone, now).split(/, (?=\d+:)/);
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
      <span className={styles.day}>{day} </span>
      <span className={styles.time}>
        {time}
        {old}
      </span>
    </time>
  );
}
