import { statusName, type BookingState, type ShipmentStatus } from '@courierdesk/contract/statuses';
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconBan,
  IconCircleCheckFilled,
  IconCircleDot,
  IconHelpHexagon,
  IconLoader2,
  IconTruck,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type StatusTone = 'booked' | 'process' | 'delivered' | 'returned' | 'cancelled' | 'needs';

const iconOf = {
  booked: IconCircleDot,
  process: IconTruck,
  delivered: IconCircleCheckFilled,
  returned: IconArrowBackUp,
  cancelled: IconBan,
  needs: IconAlertTriangleFilled,
  uncertain: IconHelpHexagon,
  working: IconLoader2,
};

export const toneOfStatus: Record<ShipmentStatus, StatusTone> = {
  FULFILLED: 'booked',
  INPROCESS: 'process',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
  RTS: 'returned',
};

export const statusIcon: Record<ShipmentStatus, Icon> = {
  FULFILLED: iconOf.booked,
  INPROCESS: iconOf.process,
  DELIVERED: iconOf.delivered,
  CANCELLED: iconOf.cancelled,
  RTS: iconOf.returned,
};

const stateBadge: Partial<Record<BookingState, { tone: StatusTone; icon: keyof typeof iconOf; word: string }>> = {
  claimed: { tone: 'booked', icon: 'working', word: 'Booking' },
  asking: { tone: 'booked', icon: 'working', word: 'Booking' },
  uncertain: { tone: 'needs', icon: 'uncertain', word: 'Not certain' },
  rejected: { tone: 'needs', icon: 'needs', word: 'Not booked' },
  released: { tone: 'cancelled', icon: 'cancelled', word: 'Freed' },
  cancelling: { tone: 'process', icon: 'working', word: 'Cancelling' },
};

/** Icon and word of where a shipment is; while its booking is not settled, of that. `detail`: the courier's own words. */
export function StatusBadge({
  status,
  state = 'booked',
  detail,
}: {
  status: ShipmentStatus;
  state?: BookingState;
  detail?: string;
}) {
  const unsettled = stateBadge[state];
  const tone = unsettled?.tone ?? toneOfStatus[status];
  return (
    <Badge tone={tone} icon={unsettled?.icon ?? tone} detail={detail}>
      {unsettled?.word ?? statusName[status]}
    </Badge>
  );
}

/** The same shape for other things with a state: `<ToneBadge tone="needs">2 need a look</ToneBadge>`. */
export const ToneBadge = ({ tone, children, detail }: { tone: StatusTone; children: ReactNode; detail?: string }) => (
  <Badge tone={tone} icon={tone} detail={detail}>
    {children}
  </Badge>
);

function Badge(props: { tone: StatusTone; icon: keyof typeof iconOf; detail?: string; children: ReactNode }) {
  const Icon = iconOf[props.icon];
  return (
    <span className={styles.badge} data-tone={props.tone}>
      <Icon size={14} stroke={2} aria-hidden className={styles.icon} />
      <span className={styles.word}>{props.children}</span>
      {props.detail && (
        <span className={styles.detail} title={props.detail}>
          {props.detail}
        </span>
      )}
    </span>
  );
}
