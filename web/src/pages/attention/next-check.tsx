import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/attention';
import { Loader } from '@mantine/core';
import { timeUntil } from '../../lib/time-until.ts';
import { useNow } from '../../lib/use-now.ts';
import styles from './attention-case.module.css';

/** What happens automatically and when: `Next check with Leopards in 18 s`. */
export function NextCheck({ item }: { item: AttentionItem }) {
  const now = useNow(1_000);
  const words = underWayWords(item, now);
  if (!words) return null;
  return (
    <span className={styles.under}>
      <Loader size={14} />
      <span className="numbers">{words}</span>
    </span>
  );
}

function underWayWords(item: AttentionItem, now: Date): string | undefined {
  const courier = courierName(item.company);
  if (item.booking_state === 'cancelling') return `Cancelling with ${courier}`;
  if (item.booking_state === 'claimed' || item.booking_state === 'asking') return `Waiting for ${courier}`;
  if (!item.next_look_at) return undefined;
  return `Next check with ${courier} ${timeUntil(item.next_look_at, now)}`;
}
