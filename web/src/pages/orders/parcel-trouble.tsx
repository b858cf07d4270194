import { courierName } from '@courierdesk/contract/companies';
import type { TrackedShipment } from '../../api/shipments.ts';
import { deliveryFailed } from '../../lib/delivery-failed.ts';
import { Notice } from '../../ui/notice.tsx';

/** A delivery that failed, and a return, in plain words. */
export function ParcelTrouble({ tracked: { company, order } }: { tracked: TrackedShipment }) {
  const courier = courierName(company);
  if (order.status === 'RTS')
    return (
      <Notice tone={order.final ? 'info' : 'warning'}>
        {order.final
          ? `${courier} has brought this parcel back to you. The customer does not have it.`
          : `${courier} is bringing this parcel back to you. If the customer still wants it, tell ${courier} now.`}
      </Notice>
    );
  const words = order.details[0]?.status_message ?? order.current_courier_status;
  if (order.status !== 'INPROCESS' || !deliveryFailed(words)) return null;
  return (
    <Notice tone="warning">
      {courier} tried to deliver this parcel and could not. Check the phone and the address with the customer.
    </Notice>
  );
}
