import type { BatchRow } from '@courierdesk/contract/batch';
import { Loader } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCircleCheckFilled,
  IconClock,
  IconHelpHexagon,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { StatusBadge } from '../../../parts/shipments/status-badge.tsx';
import type { RowActions } from './row-actions.ts';
import styles from './row-state.module.css';

/** The state of a row and its one short action. */
export function RowState({ row, states, actions }: { row: BatchRow; states: boolean; actions: RowActions }) {
  switch (row.state) {
    case 'draft':
      return <Move label="Leave out" row={row} short icon={IconX} onClick={() => actions.leaveOut(row.id, true)} />;
    case 'left-out':
      return (
        <Move
          label="Put back"
          row={row}
          short={!states}
          icon={IconArrowBackUp}
          onClick={() => actions.leaveOut(row.id, false)}
        />
      );
    default:
      return <BookingRowState row={row} actions={actions} />;
  }
}

/** A plain button: there is one per row. */
const Move = (props: { label: string; row: BatchRow; short: boolean; icon: Icon; onClick: () => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles.move}
    data-row-action
    aria-label={`${props.label} ${props.row.order_name}`}
    title={props.label}
    onClick={props.onClick}
  >
    <props.icon size={14} aria-hidden />
    {!props.short && props.label}
  </button>
);

/** The state of a row after booking started. */
export function BookingRowState({ row, actions }: { row: BatchRow; actions: RowActions }) {
  const { shipment } = row;
  switch (row.state) {
    case 'queued':
      return (
        <span className={styles.state}>
          <IconClock size={14} aria-hidden /> Waiting
        </span>
      );
    case 'booking':
      return (
        <span className={styles.state} data-tone="booked">
          <Loader size={12} aria-hidden /> Booking
        </span>
      );
    case 'booked':
      if (!shipment) return null;
      return (
        <a
          href={`/dashboard/post-booking?id=${shipment.id}`}
          tabIndex={-1}
          className={styles.booked}
          title={shipment.tracking_number ?? undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            actions.showShipment(shipment.id);
          }}
        >
          {shipment.booking_state === 'booked' && shipment.status !== 'CANCELLED' ? (
            <>
              <IconCircleCheckFilled size={14} aria-label="Booked" /> {shipment.tracking_number}
            </>
          ) : (
            <StatusBadge
              status={shipment.status}
              state={shipment.booking_state}
              detail={shipment.tracking_number ?? undefined}
            />
          )}
        </a>
      );
    case 'failed':
      return (
        <span className={styles.state} data-tone="needs">
          <IconAlertTriangleFilled size={14} aria-hidden /> Not booked
        </span>
      );
    case 'uncertain':
      return (
        <span className={styles.state} data-tone="needs">
          <IconHelpHexagon size={14} aria-hidden /> Not certain
        </span>
      );
    case 'changed':
      return (
        <span className={styles.state} data-tone="process">
          <IconAlertTriangleFilled size={14} aria-hidden /> Changed
        </span>
      );
    default:
      return null;
  }
}
