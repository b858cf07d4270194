import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react';
import styles from './earlier-parcels.module.css';

/** Earlier parcels to this phone number. */
export function EarlierParcels({ earlier }: { earlier: { delivered: number; returned: number } }) {
  const { delivered, returned } = earlier;
  if (delivered + returned === 0) return <span className={styles.first}>No earlier parcels to this phone number</span>;
  return (
    <span className={styles.earlier} title="Earlier parcels to this phone number">
      <span className={styles.words}>Earlier parcels</span>
      <span className={styles.count} data-tone="delivered">
        <IconCircleCheck size={14} aria-hidden />
        {delivered} delivered
      </span>
      {returned > 0 && (
        <span className={styles.count} data-tone={returned > delivered ? 'needs' : 'returned'}>
          <IconArrowBackUp size={14} aria-hidden />
          {returned} returned
        </span>
      )}
    </span>
  );
}
