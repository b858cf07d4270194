import { Skeleton } from '@mantine/core';
import summary from '../summary/booking-summary.module.css';
import styles from './booking-form.module.css';

/** Skeleton while the order loads from the store. */
export const BookingSkeleton = () => (
  <div className={styles.columns} aria-busy>
    <span role="status" className="visually-hidden">
      Loading the order from the store
    </span>
    <div className={styles.sections} aria-hidden>
      {[3, 2, 4].map((rows) => (
        <div key={rows} className={styles.card}>
          <Skeleton height={12} width={96} mb={20} />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height={36} mb={16} />
          ))}
        </div>
      ))}
    </div>
    <div className={summary.summary} aria-hidden>
      <div className={summary.card}>
        <Skeleton height={36} mb={20} />
        <Skeleton height={12} width="70%" mb={24} />
        <Skeleton height={28} width="50%" mb={24} />
        <Skeleton height={36} />
      </div>
    </div>
  </div>
);
