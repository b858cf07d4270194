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
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(field);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
