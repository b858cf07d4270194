import { courierName } from '@courierdesk/contract/companies';
import { removeOrder, type TrackedShipment } from '../../../api/shipments.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';

/** Says what deleting removes, before it happens. */
export function DeleteDialog(props: {
  tracked: TrackedShipment;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { tracked } = props;
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title={`Delete ${tracked.order_name} permanently?`}
      confirmLabel="Delete order"
      keepLabel="Keep it"
      danger
      onConfirm={async () => {
        showToast(await removeOrder(tracked.shipment.id));
        props.onDeleted();
      }}
    >
      <ul>
        <li>
          We remove the cancelled booking <strong>{tracked.order.track_number}</strong> from the list, the totals and
          the search. You can’t undo this.
        </li>
        <li>We stop checking whether {courierName(tracked.company)} moves the parcel.</li>
        <li>The store order does not change. The audit trail records who deleted the booking.</li>
      </ul>
    </Confirm>
  );
}
