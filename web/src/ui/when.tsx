import { formatAge, formatFull, formatShort } from '@courierdesk/contract/dates';
import { useNow } from '../lib/use-now.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import styles from './when.module.css';

/**
 * An instant. `auto`: short, and from 1280 px on in full, for tables; `short` and `full`: always so; `age`: `4 d`.
 * The full form of the specification is always there on hover.
 */
export function When({ at, form = 'auto' }: { at: string | null; form?: 'auto' | 'short' | 'full' | 'age' }) {
  const now = useNow();
  const timeZone = useTimeZone();
  if (!at) return <span className={styles.none}>–</span>;
  const full = formatFull(at, timeZone);
  return (
    <time dateTime={at} title={full} className={styles.when}>
      {form === 'full' && full}
      {form === 'short' && formatShort(at, timeZone, now)}
      {form === 'age' && formatAge(at, now)}
      {form === 'auto' && (
        <>
          <span className={styles.short}>{formatShort(at, timeZone, now)}</span>
          <span className={styles.full}>{full}</span>
        </>
      )}
    </time>
  );
}
