import { IconAlertTriangleFilled, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from './needs-you.module.css';

const countOf = new Intl.NumberFormat('en-US');

/** What a person has to look at today; not there when there is nothing. */
export function NeedsYou({ count }: { count: number }) {
  return (
    <section className={styles.section} aria-labelledby="needs-you">
      <h2 id="needs-you" className={styles.title}>
        Needs you today
      </h2>
      <Link to={attentionPage} className={styles.line}>
        <IconAlertTriangleFilled size={16} aria-hidden />
        <span>
          {count === 1 ? 'One parcel needs your decision' : `${countOf.format(count)} parcels need your decision`}
        </span>
        <IconChevronRight size={16} aria-hidden className={styles.arrow} />
      </Link>
    </section>
  );
}

const attentionPage: string = '/dashboard/attention';
