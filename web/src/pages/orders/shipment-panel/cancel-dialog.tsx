import { courierName } from '@courierdesk/contract/companies';
import { cancelShipment, type TrackedShipment } from '../../../api/shipments.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { PrintedPapers } from '../../../printing/printed-papers.tsx';
import { showToast } from '../../../ui/toasts/toast.ts';

/** Says what a cancel will do before it does it. */
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
        const { message } = await cancelShipment(number);
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
      <li>The order is unfulfilled in the store, and free to book again.</li>
      <li>
        M&amp;P still holds <strong>{number}</strong>: void it in the M&amp;P portal, or keep the parcel back.
      </li>
      <li>We keep watching the number and tell you when it moves.</li>
    </ul>
  </>
);

/** A parcel that was booked with a company that is not connected here. */
function Elsewhere({ tracked }: { tracked: TrackedShipment }) {
  const courier = courierName(tracked.company);
  return (
    <>
      <p>{courier} is not connected here. We cancel in the store only:</p>
      <ul>
        <li>The order is unfulfilled in the store, and free to book again.</li>
        <li>
          Cancel <strong>{tracked.order.track_number}</strong> with {courier} yourself, or keep the parcel back.
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
          {courier} is asked to cancel <strong>{tracked.order.track_number}</strong>.
        </li>
        <li>Then the order is unfulfilled in the store, and free to book again.</li>
        <li>If {courier} refuses, nothing changes.</li>
      </ul>
      {tracked.order.status !== 'FULFILLED' && <p>The parcel is on its way already, so {courier} may refuse.</p>}
    </>
  );
}
