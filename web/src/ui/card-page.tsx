import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import styles from './card-page.module.css';

/** A page outside the dashboard: one card in the middle. `name` is the title of the tab; by default the page's title. */
export function CardPage(props: { title: string; name?: string; wide?: boolean; children: ReactNode }) {
  useDocumentTitle(`${props.name ?? props.title} · Courierdesk`);
  return (
    <main className={styles.page}>
      <div className={styles.card} data-wide={props.wide || undefined}>
        <Brand />
        <h1 className={styles.title}>{props.title}</h1>
        {props.children}
      </div>
    </main>
  );
}
