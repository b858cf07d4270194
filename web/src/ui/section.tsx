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

/** Fields side by side where there is room. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>;
