import { useQuery } from '@tanstack/react-query';
import { attentionCountQuery } from '../api/attention.ts';
import styles from './attention-count.module.css';

/** How many cases need a decision; nothing while there are none. */
export function AttentionCount() {
  const { data: count } = useQuery(attentionCountQuery);
  if (!count) return null;
  return (
    <b className={styles.count} aria-label={`${count} open`}>
      {count > 99 ? '99+' : count}
    </b>
  );
}
