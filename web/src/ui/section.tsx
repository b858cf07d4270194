import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

/** A titled part of a page, with an optional explanation. */
export function Section(props: { title: string; about?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.about && <p className={styles.about}>{props.about}</p>}
      <div className={styles.content}>{props.children}</div>
    </section>
  );
}

/** A part of a form that few people fill in. Its line says what is set. It opens when the form sends the focus into it. */
export const FoldedSection = (props: { title: string; summary: string; children: ReactNode }) => (
  <details className={styles.section}>
    <summary className={styles.summary}>
      <h2 className={styles.title}>{props.title}</h2>
      <bdi className={styles.set}>{props.summary}</bdi>
    </summary>
    <div className={styles.content}>{props.children}</div>
  </details>
);

/** Fields side by side where there is room. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>;
