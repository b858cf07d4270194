import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Why there is nothing, and the one thing to do about it. */
export function EmptyState(props: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** It stands in place of a whole page. */
  wholePage?: boolean;
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
