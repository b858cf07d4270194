import { courierName } from '@courierdesk/contract/companies';
import type { ParcelTrouble } from '@courierdesk/contract/statuses';
import type { TrackedShipment } from '../../../api/shipments.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Explains a failed delivery, a held parcel or a return. */
export function DeliveryProblemNotice({ tracked: { company, order } }: { tracked: TrackedShipment }) {
  const courier = courierName(company);
  if (order.status === 'RTS')
    return (
      <Notice tone={order.final ? 'info' : 'warning'}>
        {order.final
          ? `${courier} has brought this parcel back to you. The customer does not have it.`
          : `${courier} is bringing this parcel back to you. If the customer still wants it, tell ${courier} now.`}
      </Notice>
    );
  return order.trouble && <Notice tone="warning">{troubleText[order.trouble](courier)}</Notice>;
}

const troubleText: Record<ParcelTrouble, (courier: string) => string> = {
  attempted: (courier) =>
    `${courier} tried to deliver this parcel and could not. Check the phone and the address with the customer.`,
  held: (courier) => `${courier} is holding this parcel for instructions. Ask the customer, and tell ${courier} now.`,
  'return-next': (courier) =>
    `${courier} is about to bring this parcel back to you. If the customer still wants it, tell ${courier} now.`,
};
