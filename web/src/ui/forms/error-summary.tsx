import type { ReactNode } from 'react';
import styles from './error-summary.module.css';
import { Notice } from '../notice.tsx';
import { fieldId, focusField, type FormProblem } from './use-schema-form.ts';
import { countText } from '@courierdesk/contract/count-text';

/** The problems of a form, each with a link to its field. `warning`: nobody has submitted the form yet. */
export function ErrorSummary(props: { problems: readonly FormProblem[]; tone?: 'error' | 'warning' }) {
  const { problems, tone = 'error' } = props;
  if (problems.length === 0) return null;
  return (
    <Notice tone={tone} live={tone === 'error'}>
      <strong>Fix {countText(problems.length, 'problem')}</strong>
      <ul className={styles.list}>
        {problems.map(({ field, message }) => (
          <li key={field}>
            <FieldLink field={field}>{message}</FieldLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** A link to a field of the form. */
export const FieldLink = (props: { field: string; className?: string | undefined; children: ReactNode }) => (
  <a
    className={props.className}
    href={`#${fieldId(props.field)}`}
    onClick={(event) => {
      event.preventDefault();
      focusField(props.field);
    }}
  >
    {props.children}
  </a>
);
