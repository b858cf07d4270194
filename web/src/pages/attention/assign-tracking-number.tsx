import type { AttentionItem } from '@courierdesk/contract/attention';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../lib/failures.ts';
import styles from './attention-case.module.css';
import type { Decision } from './use-decision.ts';

/** Links a tracking number to an uncertain booking. The server checks the number first. */
export function AssignTrackingNumber({ item, decision }: { item: AttentionItem; decision: Decision }) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const refused = decision.failed('tracking_number');
  const write = (text: string): void => {
    setNumber(text);
    setProblem(undefined);
  };
  const check = (): void => {
    if (decision.busy) return;
    if (number.trim().length < 4) setProblem('Enter the tracking number');
    else decision.decide({ tracking_number: number.trim() });
  };
  return (
    <form
      className={styles.give}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <TextInput
        label="Tracking number"
        className={styles.input}
        value={number}
        data-takes-scans
        autoComplete="off"
        error={problem ?? (refused && messageOf(refused))}
        inputWrapperOrder={['label', 'input', 'error']}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Button type="submit" className={styles.check} loading={decision.sending('tracking_number')}>
        Link this number
      </Button>
      {item.candidates.length > 0 && (
        <div className={styles.candidates} role="group" aria-label="Numbers found at the courier">
          {item.candidates.map((candidate) => (
            <Button
              key={candidate}
              variant={candidate === number ? 'light' : 'default'}
              size="compact-sm"
              aria-pressed={candidate === number}
              onClick={() => write(candidate)}
            >
              {candidate}
            </Button>
          ))}
        </div>
      )}
    </form>
  );
}
