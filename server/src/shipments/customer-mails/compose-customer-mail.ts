import { courierName } from '@courierdesk/contract/companies';
import {
  customerMailPhrases,
  fillCustomerMail,
  languageOfMail,
  paragraphsOf,
  sampleMailValues,
  type CustomerMailText,
  type CustomerMailValues,
} from '@courierdesk/contract/customer-mails';
import { formatRupees } from '@courierdesk/contract/money';
import type { Config } from '../../base/config.ts';
import type { Context } from '../../base/context.ts';
import type { ShopLook } from '@courierdesk/contract/shop-look';
import { composeMail, type MailBody } from '../../base/mail/compose-mail.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { trackingLink } from '../record/tracking-link.ts';

type Shop = { readonly name: string; readonly look: ShopLook };
type Email = MailBody & { readonly subject: string };

/** An email about a parcel to its customer: the shop's words, the tracking link, and why they get it. */
export const composeCustomerMail = (
  { config }: Pick<Context, 'config'>,
  shop: Shop,
  shipment: ShipmentRow & { readonly codDue: number },
  text: CustomerMailText,
): Email =>
  compose(config, shop, text, {
    values: valuesOf(shop, shipment, languageOfMail(text.message)),
    url: trackingLink(config, shipment),
    reason: customerMailPhrases[languageOfMail(text.message)].reason(shop.name),
  });

/** The same email about a made-up order. Its button leads to the preview of the tracking page. */
export const composeTestMail = ({ config }: Pick<Context, 'config'>, shop: Shop, text: CustomerMailText): Email =>
  compose(
    config,
    shop,
    { ...text, subject: `Test: ${text.subject}` },
    {
      values: sampleMailValues(shop.name, languageOfMail(text.message)),
      url: `${config.publicUrl}/dashboard/settings/tracking-page`,
      reason:
        'You sent yourself this test. The order is made up, and the button leads to the preview of your tracking page.',
    },
  );

function compose(
  config: Config,
  { name, look: { logo, tracking_page: page } }: Shop,
  text: CustomerMailText,
  about: { readonly values: CustomerMailValues; readonly url: string; readonly reason: string },
): Email {
  return {
    subject: fillCustomerMail(text.subject, about.values),
    ...composeMail({
      shopName: name,
      look: { colour: page.colour, logo: logo && { ...logo, url: `${config.publicUrl}${logo.url}` } },
      paragraphs: paragraphsOf(fillCustomerMail(text.message, about.values)),
      action: { label: customerMailPhrases[languageOfMail(text.message)].track, url: about.url },
      reason: about.reason,
    }),
  };
}

function valuesOf(
  shop: Shop,
  shipment: ShipmentRow & { readonly codDue: number },
  language: ReturnType<typeof languageOfMail>,
): CustomerMailValues {
  const { codDue: cod } = shipment;
  const phrases = customerMailPhrases[language];
  return {
    name: shipment.consignee_name,
    order: shipment.order_name,
    courier: courierName(shipment.company),
    tracking_number: shipment.tracking_number ?? '',
    // The store may not have given us the city of a parcel that was imported.
    city: shipment.destination_city || phrases.noCity,
    payment: cod > 0 ? phrases.payment(formatRupees(cod)) : '',
    shop: shop.name,
  };
}
