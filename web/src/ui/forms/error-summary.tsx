import styles from './error-summary.module.css';
import { Notice } from '../notice.tsx';
import { fieldId, focusField, type FormProblem } from './use-schema-form.ts';
import { countText } from '../../lib/count-text.ts';

/** The problems of a form, each with a link to its field. */
export function ErrorSummary({ problems }: { problems: readonly FormProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="error" live>
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
