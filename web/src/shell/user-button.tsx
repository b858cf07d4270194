import type { ComponentProps } from 'react';
import { fullName } from '../lib/full-name.ts';
import { useUser } from '../session/use-session.ts';
import styles from './user-menu.module.css';

export function UserButton(props: ComponentProps<'button'>) {
  const user = useUser();
  const name = fullName(user);
  return (
    <button type="button" aria-haspopup="menu" {...props} className={styles.target}>
      <span className={styles.initials} aria-hidden>
        {initials(name)}
      </span>
      <span className={styles.names}>
        <bdi className={styles.name}>{name}</bdi>
        <bdi className={styles.shop}>{user.shop.name}</bdi>
      </span>
      <span className="visually-hidden">user menu</span>
    </button>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
