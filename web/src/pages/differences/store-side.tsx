import type { Difference } from '@courierdesk/contract/differences';
import styles from './difference-columns.module.css';

/** What the store says: old and new values where the order changed after the booking. */
export function StoreSide({ difference: { store_says: words, changes } }: { difference: Difference }) {
  if (changes.length === 0) return <Side words={words} />;
  return (
    <dl className={styles.changes} aria-label="What was changed">
      {changes.map(({ field, was, now }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            Was <del dir="auto">{was || 'empty'}</del>
          </dd>
          <dd>
            Now <ins dir="auto">{now || 'empty'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What one side says. A dash: it says nothing about it. */
export const Side = ({ words, name }: { words: string; name?: string }) => (
  <div className={styles.side}>
    {name && <span className={styles.small}>{name}</span>}
    {words ? <span>{words}</span> : <span className={styles.none}>–</span>}
  </div>
);
