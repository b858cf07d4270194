import { courierName } from '@courierdesk/contract/companies';
import { cancelShipment, type TrackedShipment } from '../../../api/shipments.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { PrintedPapers } from '../../../parts/printing/printed-papers.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';

/** Says what cancelling will do, before it happens. */
export function CancelDialog(props: { tracked: TrackedShipment; opened: boolean; onClose: () => void }) {
  const { tracked } = props;
  const number = tracked.order.track_number;
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title={`Cancel the booking of ${tracked.order_name}?`}
      confirmLabel="Cancel booking"
      keepLabel="Keep booking"
      danger
      onConfirm={async () => {
        const { message } = await cancelShipment({ id: tracked.shipment.id, number });
        showToast(message);
      }}
    >
      <>
        {tracked.company === 'MNP' ? (
          <StoreOnly number={number} />
        ) : tracked.shipment.followed ? (
          <CourierFirst tracked={tracked} />
        ) : (
          <Elsewhere tracked={tracked} />
        )}
        <PrintedPapers papers={tracked.shipment} />
      </>
    </Confirm>
  );
}

const StoreOnly = ({ number }: { number: string }) => (
  <>
    <p>M&amp;P does not take cancellations from us. We cancel in the store only:</p>
    <ul>
      <li>We unfulfil the order in the store. You can then book it again.</li>
      <li>
        M&amp;P keeps <strong>{number}</strong>: void it in the M&amp;P portal, or do not hand over the parcel.
      </li>
      <li>We keep checking the number and alert you if the parcel moves.</li>
    </ul>
  </>
);

/** The parcel was booked with a courier that has no account here. */
function Elsewhere({ tracked }: { tracked: TrackedShipment }) {
  const courier = courierName(tracked.company);
  return (
    <>
      <p>{courier} is not connected here. We cancel in the store only:</p>
      <ul>
        <li>We unfulfil the order in the store. You can then book it again.</li>
        <li>
          Cancel <strong>{tracked.order.track_number}</strong> with {courier} yourself, or do not hand over the parcel.
        </li>
      </ul>
    </>
  );
}

function CourierFirst({ tracked }: { tracked: TrackedShipment }) {
  const courier = courierName(tracked.company);
  return (
    <>
      <ul>
        <li>
          We ask {courier} to cancel <strong>{tracked.order.track_number}</strong>.
        </li>
        <li>Then we unfulfil the order in the store. You can then book it again.</li>
        <li>If {courier} refuses, nothing changes.</li>
      </ul>
      {tracked.order.status !== 'FULFILLED' && <p>The parcel is already on its way, so {courier} may refuse.</p>}
    </>
  );
}
