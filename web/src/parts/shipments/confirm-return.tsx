import { Confirm } from '../../ui/dialogs/confirm.tsx';

/** Explains the consequences before a return is marked as received. */
export function ConfirmReturn(props: {
  opened: boolean;
  onClose: () => void;
  orderName: string;
  trackingNumber: string;
  onConfirm: () => Promise<unknown>;
}) {
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title={`Did ${props.orderName} come back?`}
      confirmLabel="Mark return received"
      keepLabel="Not yet"
      danger
      onConfirm={props.onConfirm}
    >
      <p>
        Do this only when you have parcel <strong>{props.trackingNumber}</strong>. It counts as returned, we stop
        tracking it, and the order can be booked again.
      </p>
      <p>You can’t undo this.</p>
    </Confirm>
  );
}
