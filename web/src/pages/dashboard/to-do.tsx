import { IconAlertTriangleFilled, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './to-do.module.css';

const countOf = new Intl.NumberFormat('en-US');

/** Cases to decide today, and cases that we are still resolving. Render it only if there are any. */
export function ToDo({ toDecide, resolving }: { toDecide: number; resolving: number }) {
  return (
    <section className={styles.section} data-calm={toDecide === 0 || undefined} aria-labelledby="needs-you">
      <h2 id="needs-you" className={styles.title}>
        {toDecide > 0 ? 'To do today' : 'All clear'}
      </h2>
      {toDecide > 0 && (
        <Line icon={<IconAlertTriangleFilled size={16} aria-hidden />}>
          {toDecide === 1 ? 'One parcel needs your decision' : `${countOf.format(toDecide)} parcels need your decision`}
        </Line>
      )}
      {resolving > 0 && (
        <Line calm icon={<IconRefresh size={16} aria-hidden />}>
          {resolving === 1
            ? 'One case is resolving automatically'
            : `${countOf.format(resolving)} cases are resolving automatically`}
        </Line>
      )}
    </section>
  );
}

const attentionPage: string = '/dashboard/attention';

const Line = ({ icon, calm, children }: { icon: ReactNode; calm?: boolean; children: ReactNode }) => (
  <Link to={attentionPage} className={styles.line} data-calm={calm || undefined}>
    {icon}
    <span>{children}</span>
    <IconChevronRight size={16} aria-hidden className={styles.arrow} />
  </Link>
);
