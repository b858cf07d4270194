import type { PostBooking } from '@courierdesk/contract/booking';
import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Section } from '../../../ui/section.tsx';
import styles from './post-booking.module.css';

/** Whether the courier, the store and the customer are informed. */
export function NotificationsSection({ shipment, message }: { shipment: PostBooking; message: string }) {
  const { store, customer } = shipment;
  return (
    <Section title="Notifications">
      <ul className={styles.notifications}>
        <Notification state="done" who="Courier">
          {shipment.booking_state === 'cancelling'
            ? message || 'This booking is being cancelled.'
            : courierHas(shipment)}
        </Notification>
        <Notification state={store.state} who="Store">
          {store.message}
        </Notification>
        <Notification state={customer.state} who="Customer">
          {customer.message}
        </Notification>
      </ul>
    </Section>
  );
}

const courierHas = ({ status }: PostBooking): string =>
  status === 'CANCELLED' ? 'The booking was cancelled.' : 'Booked.';

function Notification(props: { state: PostBooking['store']['state']; who: string; children: ReactNode }) {
  return (
    <li className={styles.line} data-state={props.state}>
      <span className={styles.icon}>{iconOf[props.state]}</span>
      <span className={styles.who}>{props.who}</span>
      <span aria-live="polite">{props.children}</span>
    </li>
  );
}

const iconOf: Record<PostBooking['store']['state'], ReactNode> = {
  done: <IconCircleCheck size={18} aria-label="Done" />,
  'under-way': <Loader size={16} role="img" aria-label="Under way" />,
  failed: <IconAlertTriangle size={18} aria-label="Failed" />,
  conflict: <IconAlertTriangle size={18} aria-label="Differs" />,
  'out-of-reach': <IconAlertTriangle size={18} aria-label="Not updated" />,
  'not-needed': <IconMinus size={18} aria-label="Not needed" />,
};
