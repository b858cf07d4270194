import { IconArrowBackUp, IconBan, IconCheck } from '@tabler/icons-react';
import styles from './progress-steps.module.css';

type Step = 1 | 2 | 3 | 4;

const words: Record<Step, string> = { 1: 'Booked', 2: 'On its way', 3: 'Delivered', 4: 'Cancelled' };
const steps: readonly Step[] = [1, 2, 3, 4];

/** Four steps; step 3 is inactive below 3 and at 4. Source: specification, section 4. A returning parcel stands on 2. */
export function ProgressSteps({ current, returning }: { current: Step; returning?: 'under-way' | 'final' }) {
  return (
    <ol className={styles.steps} aria-label="Progress of the parcel">
      {steps.map((step) => {
        const state = stateOf(step, current);
        const back = step === 2 && returning;
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            data-back={back || undefined}
            aria-current={step === current ? 'step' : undefined}
          >
            <span className={styles.mark}>
              {back ? (
                <IconArrowBackUp size={14} />
              ) : step === 4 ? (
                <IconBan size={14} />
              ) : state === 'inactive' ? (
                step
              ) : (
                <IconCheck size={14} />
              )}
            </span>
            <span className={styles.word}>
              {back ? (returning === 'final' ? 'Returned' : 'Returning') : words[step]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(step: Step, current: Step): 'done' | 'current' | 'inactive' {
  if (step === current) return 'current';
  if (current === 4) return step === 1 ? 'done' : 'inactive';
  return step < current ? 'done' : 'inactive';
}
