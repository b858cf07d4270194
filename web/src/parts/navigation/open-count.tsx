import styles from './attention-count.module.css';

/** How much is open, after the label of a navigation entry. */
export function OpenCount({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <b className={styles.count} aria-label={`${count} open`}>
      {count > 99 ? '99+' : count}
    </b>
  );
}
