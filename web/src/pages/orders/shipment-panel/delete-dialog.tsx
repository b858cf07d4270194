import { courierName } from '@courierdesk/contract/companies';
import { removeOrder, type TrackedShipment } from '../../../api/shipments.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';

/** Says what deleting takes away before it does it. */
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
      title={`Delete ${tracked.order_name} for good?`}
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
          The cancelled booking <strong>{tracked.order.track_number}</strong> goes from the list, the totals and the
          search. That cannot be undone.
        </li>
        <li>We stop watching whether {courierName(tracked.company)} moves it after all.</li>
        <li>The order in the store stays as it is. The audit trail keeps who deleted what.</li>
      </ul>
    </Confirm>
  );
}
