import { progressOf, type ProgressStep } from '@courierdesk/contract/progress';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import { IconArrowBackUp, IconBan, IconCheck } from '@tabler/icons-react';
import styles from './progress-steps.module.css';

const words: Record<ProgressStep, string> = {
  booked: 'Booked',
  'on-its-way': 'On its way',
  returning: 'Returning',
  delivered: 'Delivered',
  completed: 'Completed',
  returned: 'Returned',
  cancelled: 'Cancelled',
};

export function ProgressSteps({ order }: { order: { status: ShipmentStatus; final: boolean } }) {
  return (
    <ol className={styles.steps} aria-label="Progress of the parcel">
      {progressOf(order).map(({ name, state }, index) => (
        <li
          key={name}
          className={styles.step}
          data-state={state}
          data-step={name}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>{state === 'inactive' ? index + 1 : iconOf(name)}</span>
          <span className={styles.word}>{words[name]}</span>
        </li>
      ))}
    </ol>
  );
}

function iconOf(step: ProgressStep) {
  if (step === 'returning' || step === 'returned') return <IconArrowBackUp size={14} />;
  return step === 'cancelled' ? <IconBan size={14} /> : <IconCheck size={14} />;
}
