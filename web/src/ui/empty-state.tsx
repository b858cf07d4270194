import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Explains why something is empty, with one action. */
export function EmptyState(props: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** Replaces a whole page. */
  wholePage?: boolean | undefined;
}) {
  const Title = props.wholePage ? 'h1' : 'p';
  return (
    <div className={styles.empty}>
      {props.icon && <div className={styles.icon}>{props.icon}</div>}
      <Title className={styles.title}>{props.title}</Title>
      {props.children && <div className={styles.text}>{props.children}</div>}
      {props.action && <div className={styles.action}>{props.action}</div>}
    </div>
  );
}
