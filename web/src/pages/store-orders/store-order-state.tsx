import { courierName } from '@courierdesk/contract/companies';
import { BookingState } from '@courierdesk/contract/statuses';
import { orderProblemText, type OrderProblem } from '@courierdesk/contract/store-order-filters';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../parts/shipments/status-badge.tsx';
import styles from './store-order-state.module.css';

/** The booking of a store order, or the button to book it. `short`: for phones, without the button. */
export function StoreOrderState(props: { order: StoreOrderRow; list: string; short?: boolean }) {
  const { order, list, short = false } = props;
  const { shipment } = order;
  if (shipment?.returned)
    return (
      <Link to="/dashboard/order/book" search={{ id: order.id, list }} className={styles.shipment}>
        <span className={styles.problem}>Came back: confirm to resend</span>
      </Link>
    );
  if (shipment) {
    const state = BookingState.safeParse(shipment.booking_state).data ?? 'booked';
    const word = shipment.tracking_number ?? courierName(shipment.company);
    return (
      <Link to="/dashboard/post-booking" search={{ id: shipment.id, list }} className={styles.shipment}>
        {state === 'booked' ? (
          <>
            <span className={styles.company}>{courierName(shipment.company)}</span> {short ? '' : word}
          </>
        ) : (
          <StatusBadge status="FULFILLED" state={state} detail={short ? undefined : word} />
        )}
      </Link>
    );
  }
  if (order.cancelled) return <span className={styles.over}>Cancelled in the store</span>;
  if (order.fulfilled) return <span className={styles.over}>Fulfilled in the store</span>;
  if (short) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-label={`Book ${order.order_name}`}
      renderRoot={(rootProps) => <Link to="/dashboard/order/book" search={{ id: order.id, list }} {...rootProps} />}
    >
      Book
    </Button>
  );
}

export function OrderProblems({ problems }: { problems: readonly OrderProblem[] }) {
  if (problems.length === 0) return null;
  return <span className={styles.problems}>{problems.map((problem) => orderProblemText[problem]).join(' · ')}</span>;
}
