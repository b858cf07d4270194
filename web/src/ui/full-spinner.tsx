import { Loader } from '@mantine/core';
import styles from './full-spinner.module.css';

export const FullSpinner = ({ label = 'Loading' }: { label?: string }) => (
  <div className={styles.spinner} role="status">
    <Loader size="sm" />
    <span className={label === 'Loading' ? 'visually-hidden' : undefined}>{label}</span>
  </div>
);
