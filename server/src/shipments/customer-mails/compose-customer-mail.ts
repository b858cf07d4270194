import { courierName } from '@courierdesk/contract/companies';
import {
  fillCustomerMail,
  paragraphsOf,
  type CustomerMailText,
  type CustomerMailValues,
} from '@courierdesk/contract/customer-mails';
import { formatRupees } from '@courierdesk/contract/money';
import type { Context } from '../../base/context.ts';
import type { ShopLook } from '@courierdesk/contract/shop-look';
import { composeMail, type MailBody } from '../../base/mail/compose-mail.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { wholeCod } from '../record/shipment-state.ts';
import { trackingLink } from '../record/tracking-link.ts';

/** An email about a parcel to its customer: the shop's words, the tracking link, and why they get it. */
export function composeCustomerMail(
  context: Pick<Context, 'config'>,
  shop: { readonly name: string; readonly look: ShopLook },
  shipment: ShipmentRow,
  text: CustomerMailText,
): MailBody & { readonly subject: string } {
  const values = valuesOf(shop, shipment);
  const { logo } = shop.look;
  const url = trackingLink(context.config, shipment);
  return {
    subject: fillCustomerMail(text.subject, values),
    ...composeMail({
      shopName: shop.name,
      look: {
        colour: shop.look.tracking_page.colour,
        logo: logo && { ...logo, url: `${context.config.publicUrl}${logo.url}` },
      },
      paragraphs: paragraphsOf(fillCustomerMail(text.message, values)),
      action: { label: 'Track your parcel', url },
      reason: `You get this email because you ordered from ${shop.name}.`,
    }),
  };
}

function valuesOf(shop: { readonly name: string }, shipment: ShipmentRow): CustomerMailValues {
  const cod = wholeCod(shipment);
  const isDue = cod > 0 && shipment.payment_status !== 'PAID' && shipment.status !== 'DELIVERED';
  return {
    name: shipment.consignee_name,
    order: shipment.order_name,
    courier: courierName(shipment.company),
    tracking_number: shipment.tracking_number ?? '',
    city: shipment.destination_city,
    payment: isDue ? `Please keep ${formatRupees(cod)} in cash ready.` : '',
    shop: shop.name,
  };
}
