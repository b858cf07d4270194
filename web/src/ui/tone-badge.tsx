import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconBan,
  IconCircleCheckFilled,
  IconCircleDot,
  IconTruck,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './tone-badge.module.css';

export type Tone = 'booked' | 'process' | 'delivered' | 'returned' | 'cancelled' | 'needs';

/** Each tone has its own icon shape, because colour alone does not distinguish states. */
export const toneIcon: Record<Tone, Icon> = {
  booked: IconCircleDot,
  process: IconTruck,
  delivered: IconCircleCheckFilled,
  returned: IconArrowBackUp,
  cancelled: IconBan,
  needs: IconAlertTriangleFilled,
};

/** A state as an icon and a word: `<ToneBadge tone="needs">2 need a look</ToneBadge>`. `detail` is shown smaller. */
export function ToneBadge(props: {
  tone: Tone;
  icon?: Icon;
  title?: string | undefined;
  detail?: string | undefined;
  children: ReactNode;
}) {
  const BadgeIcon = props.icon ?? toneIcon[props.tone];
  return (
    <span className={styles.badge} data-tone={props.tone} title={props.title}>
      <BadgeIcon size={14} stroke={2} aria-hidden className={styles.icon} />
      <span className={styles.word}>{props.children}</span>
      {props.detail && (
        <span className={styles.detail} title={props.detail}>
          {props.detail}
        </span>
      )}
    </span>
  );
}
