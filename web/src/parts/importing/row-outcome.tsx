import type { RowResult } from '@courierdesk/contract/imports';
import { IconMinus } from '@tabler/icons-react';
import { ToneBadge, type Tone } from '../../ui/tone-badge.tsx';
import styles from './row-outcome.module.css';

const tones: Record<Exclude<RowResult['state'], 'unchanged'>, Tone> = {
  changed: 'delivered',
  failed: 'needs',
  waiting: 'booked',
};

/** The result of a row and its reason. */
export function RowOutcome(props: {
  row: Pick<RowResult, 'state' | 'reason'>;
  words: Readonly<Record<RowResult['state'], string>>;
}) {
  const { state, reason } = props.row;
  const word = props.words[state];
  return (
    <>
      {state === 'unchanged' ? (
        <span className={styles.none}>
          <IconMinus size={14} aria-hidden />
          {word}
        </span>
      ) : (
        <ToneBadge tone={tones[state]}>{word}</ToneBadge>
      )}
      {reason && (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}
