import { courierName } from '@courierdesk/contract/companies';
import type { ParcelTrouble } from '@courierdesk/contract/statuses';
import type { TrackedShipment } from '../../../api/shipments.ts';
import { messageAboutParcel } from '../../../parts/customer-messages/messages.ts';
import { WhatsAppLinks } from '../../../parts/customer-messages/whatsapp-links.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Explains a failed delivery, a held parcel or a return, and how to ask the customer. */
export function DeliveryProblemNotice({ tracked }: { tracked: TrackedShipment }) {
  const { shop } = useUser();
  const { order } = tracked;
  const courier = courierName(tracked.company);
  const cameBack = order.status === 'RTS' && order.final;
  const problem =
    order.status === 'RTS' ? returnText(courier, cameBack) : order.trouble && troubleText[order.trouble](courier);
  if (!problem) return null;
  return (
    <Notice
      tone={cameBack ? 'info' : 'warning'}
      action={
        <WhatsAppLinks
          phone={order.customer_phone}
          messageIn={(language) => messageAboutParcel(tracked, shop.name, language)}
        />
      }
    >
      {problem}
    </Notice>
  );
}

const returnText = (courier: string, cameBack: boolean): string =>
  cameBack
    ? `${courier} has brought this parcel back to you. The customer does not have it.`
    : `${courier} is bringing this parcel back to you. If the customer still wants it, tell ${courier} now.`;

const troubleText: Record<ParcelTrouble, (courier: string) => string> = {
  attempted: (courier) =>
    `${courier} tried to deliver this parcel and could not. Check the phone and the address with the customer.`,
  held: (courier) => `${courier} is holding this parcel for instructions. Ask the customer, and tell ${courier} now.`,
  'return-next': (courier) =>
    `${courier} is about to bring this parcel back to you. If the customer still wants it, tell ${courier} now.`,
};
