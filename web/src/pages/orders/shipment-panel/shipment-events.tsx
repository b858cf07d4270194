import { formatFullDay, formatFullTime } from '@courierdesk/contract/dates';
import type { TrackingDetail } from '@courierdesk/contract/shipments';
import type * as z from 'zod';
import { eventsByDay, nearDay } from '../../../lib/events-by-day.ts';
import { useTimeZone } from '../../../lib/time-zone.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './shipment-panel.module.css';

/** The courier's events by day, newest first. */
export function ShipmentEvents({ details }: { details: readonly z.infer<typeof TrackingDetail>[] }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const headingOf = (day: string): string => {
    const near = nearDay(day, now, timeZone);
    return `${near ? nearName[near] : ''}${formatFullDay(`${day}T00:00:00Z`, 'UTC')}`;
  };
  return (
    <section className={styles.part} aria-label="Events">
      <h3 className={styles.heading}>Events</h3>
      {details.length === 0 && <p className={styles.none}>No Progress</p>}
      {eventsByDay(details, timeZone).map(({ day, events }) => (
        <div key={day}>
          <h4 className={styles.day}>{headingOf(day)}</h4>
          <ol className={styles.events}>
            {events.map((event, index) => (
              <li key={index} className={styles.event}>
                <time dateTime={event.status_date} className="numbers">
                  {formatFullTime(event.status_date, timeZone)}
                </time>
                <span>
                  {event.status_message}
                  {event.name && <span className={styles.place}> · {event.name}</span>}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

const nearName = { today: 'Today, ', yesterday: 'Yesterday, ' };
