import styles from './key-hint.module.css';

/** The key that does the same; not where there is no keyboard. A plain element, so that the first load stays small. */
export const KeyHint = ({ name }: { name: string }) => (
  <kbd aria-hidden className={styles.hint}>
    {name}
  </kbd>
);
