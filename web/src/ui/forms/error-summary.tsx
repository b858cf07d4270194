import styles from './error-summary.module.css';
import { Notice } from '../notice.tsx';
import { fieldId, focusField, type FormProblem } from './use-schema-form.ts';

/** What has to be put right, each a link to its field; nothing when all is well. */
export function ErrorSummary({ problems }: { problems: readonly FormProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="error" live>
      <strong>{problems.length === 1 ? 'One thing to put right' : `${problems.length} things to put right`}</strong>
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
