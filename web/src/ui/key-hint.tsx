import { Kbd } from '@mantine/core';
import styles from './key-hint.module.css';

/** The key that does the same; not where there is no keyboard. */
export const KeyHint = ({ name }: { name: string }) => (
  <Kbd size="xs" aria-hidden className={styles.hint}>
    {name}
  </Kbd>
);
