import { useQuery } from '@tanstack/react-query';
import { attentionCountQuery } from '../api/attention-count.ts';
import styles from './attention-count.module.css';

/** The number of cases that need a decision, if any. */
export function AttentionCount() {
  const { data: count } = useQuery(attentionCountQuery);
  if (!count) return null;
  return (
    <b className={styles.count} aria-label={`${count} open`}>
      {count > 99 ? '99+' : count}
    </b>
  );
}
