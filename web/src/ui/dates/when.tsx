import { formatAge, formatAgo, formatFull, formatShort } from '@courierdesk/contract/dates';
import { useNow } from '../../lib/use-now.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import styles from './when.module.css';

/**
 * An instant. `short`, for lists: `5 Mar, 3:04 PM`; `full`, for details: `March 5, 2024 at 03:04 PM`;
 * `age`: `4 d`; `ago`: `4 d ago`. The full form is always there on hover. In tables: `TableDate`.
 */
export function When({ at, form }: { at: string | null; form: 'short' | 'full' | 'age' | 'ago' }) {
  const now = useNow();
  const timeZone = useTimeZone();
  if (!at) return <span className={styles.none}>–</span>;
  const full = formatFull(at, timeZone);
  const shown = {
    short: () => formatShort(at, timeZone, now),
    full: () => full,
    age: () => formatAge(at, now),
    ago: () => formatAgo(at, now),
  };
  return (
    <time dateTime={at} title={full} className={styles.when} data-form={form}>
      {shown[form]()}
    </time>
  );
}
