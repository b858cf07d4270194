import { statusName, type BookingState, type ShipmentStatus } from '@courierdesk/contract/statuses';
import { IconHelpHexagon, IconLoader2, type Icon } from '@tabler/icons-react';
import { ToneBadge, toneIcon, type Tone } from '../../ui/tone-badge.tsx';

export const toneOfStatus: Record<ShipmentStatus, Tone> = {
  FULFILLED: 'booked',
  INPROCESS: 'process',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
  RTS: 'returned',
};

export const statusIcon: Record<ShipmentStatus, Icon> = {
  FULFILLED: toneIcon.booked,
  INPROCESS: toneIcon.process,
  DELIVERED: toneIcon.delivered,
  CANCELLED: toneIcon.cancelled,
  RTS: toneIcon.returned,
};

const stateBadge: Partial<Record<BookingState, { tone: Tone; icon: Icon; word: string }>> = {
  claimed: { tone: 'booked', icon: IconLoader2, word: 'Booking' },
  asking: { tone: 'booked', icon: IconLoader2, word: 'Booking' },
  uncertain: { tone: 'needs', icon: IconHelpHexagon, word: 'Not certain' },
  rejected: { tone: 'needs', icon: toneIcon.needs, word: 'Not booked' },
  released: { tone: 'cancelled', icon: toneIcon.cancelled, word: 'Not booked' },
  cancelling: { tone: 'process', icon: IconLoader2, word: 'Cancelling' },
};

/** The status of a shipment, or the state of its booking until that is settled. `detail` is what the courier calls it. */
export function StatusBadge({
  status,
  state = 'booked',
  detail,
}: {
  status: ShipmentStatus;
  state?: BookingState | undefined;
  detail?: string | undefined;
}) {
  const unsettled = stateBadge[state];
  return (
    <ToneBadge
      tone={unsettled?.tone ?? toneOfStatus[status]}
      {...(unsettled && { icon: unsettled.icon })}
      title={!unsettled && status === 'RTS' ? 'Returned to the shop' : undefined}
      detail={detail}
    >
      {unsettled?.word ?? statusName[status]}
    </ToneBadge>
  );
}
