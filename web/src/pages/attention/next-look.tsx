import { courierName } from '@courierdesk/contract/companies';
import type { AttentionItem } from '@courierdesk/contract/shipments';
import { Loader } from '@mantine/core';
import styles from './attention-case.module.css';
import { timeUntil } from './case-words.ts';
import { useSecond } from './use-second.ts';

/** What goes on by itself, and when: `Next look at Leopards in 18 s`. */
export function NextLook({ item }: { item: AttentionItem }) {
  const now = useSecond(item.next_look_at !== null);
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
  if (item.booking_state === 'cancelling') return `Being cancelled at ${courier}`;
  if (item.booking_state === 'claimed' || item.booking_state === 'asking') return `${courier} is being asked`;
  if (!item.next_look_at) return undefined;
  return `Next look at ${courier} ${timeUntil(item.next_look_at, now)}`;
}
