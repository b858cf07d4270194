import { Notice } from '../../../ui/notice.tsx';
import { fieldId, focusField, type FormProblem } from '../../../ui/forms/use-schema-form.ts';
import styles from './booking-summary.module.css';
import { countText } from '../../../lib/count-text.ts';

/** Problems that prevent booking, each with a link to its field. Shown from the start, not only after submitting. */
export function BookingProblems({ problems, asked }: { problems: readonly FormProblem[]; asked: boolean }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone={asked ? 'error' : 'warning'} live={asked}>
      <strong>Fix {countText(problems.length, 'problem')}</strong>
      <ul className={styles.problems}>
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
