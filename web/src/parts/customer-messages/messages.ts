import { courierName } from '@courierdesk/contract/companies';
import { customerMailPhrases, isolated } from '@courierdesk/contract/customer-mails';
import { formatRupees } from '@courierdesk/contract/money';
import { normalisePhone } from '@courierdesk/contract/phones';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import type { TrackedShipment } from '../../api/shipments.ts';

export type MessageLanguage = 'en' | 'ur';

/** Opens WhatsApp with this message to a customer. Undefined for what is not one mobile number: only these have WhatsApp. */
export function whatsAppLink(phone: string, message: string): string | undefined {
  const { phone: mobile } = normalisePhone(phone);
  return mobile && `https://wa.me/92${mobile.slice(1)}?text=${encodeURIComponent(message)}`;
}

type OrderToSend = Pick<
  StoreOrderRow,
  'order_name' | 'customer_name' | 'city' | 'cod' | 'shipment' | 'cancelled' | 'fulfilled'
> & { readonly address: string };

/** About a store order: asks the customer to confirm one that is still to be booked. */
export function messageAboutOrder(order: OrderToSend, shop: string, language: MessageLanguage): string {
  const texts = textsOf[language];
  const { order_name: name, address, city, cod } = order;
  const greeting = texts.greeting(order.customer_name, shop);
  if (order.shipment || order.cancelled || order.fulfilled) return paragraphs(greeting, texts.about(name));
  const isComplete = address !== '' && city !== '';
  return paragraphs(
    greeting,
    texts.thanks(name),
    [cod > 0 ? `${texts.cash}: ${formatRupees(cod)}` : '', isComplete ? `${texts.address}: ${address}, ${city}` : '']
      .filter(Boolean)
      .join('\n'),
    isComplete ? texts.confirm : texts.missingAddress,
  );
}

type TrackedParcel = Pick<TrackedShipment, 'company' | 'order_name'> & {
  readonly order: Pick<
    TrackedShipment['order'],
    'consignee_name' | 'destination' | 'final' | 'status' | 'track_number' | 'trouble'
  >;
  readonly shipment: Pick<
    TrackedShipment['shipment'],
    'address' | 'booking_state' | 'cod' | 'payment_status' | 'tracking_url'
  >;
};

/** About a parcel: where it is, or what to do when it was not delivered. */
export function messageAboutParcel(tracked: TrackedParcel, shop: string, language: MessageLanguage): string {
  const texts = textsOf[language];
  const { order, shipment, order_name: name } = tracked;
  const courier = courierName(tracked.company);
  const say = (...rest: readonly string[]): string => paragraphs(texts.greeting(order.consignee_name, shop), ...rest);
  if (shipment.booking_state !== 'booked') return say(texts.about(name));
  if (order.status === 'RTS')
    return say(order.final ? texts.cameBack(name) : texts.comesBack(name, courier), texts.stillWanted);
  if (order.trouble)
    return say(
      texts.notDelivered(name, courier),
      `${texts.address}: ${[shipment.address, order.destination].filter(Boolean).join(', ')}`,
      texts.whatNow,
    );
  if (order.status !== 'FULFILLED' && order.status !== 'INPROCESS') return say(texts.about(name));
  const where = order.status === 'INPROCESS' ? texts.onItsWay : texts.booked;
  const cash = shipment.payment_status === 'UNPAID' && shipment.cod > 0;
  return say(
    where(name, courier, order.track_number),
    `${texts.track}: ${shipment.tracking_url}`,
    cash ? customerMailPhrases[language].payment(formatRupees(shipment.cod)) : '',
  );
}

const paragraphs = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n\n');

type Texts = {
  readonly greeting: (name: string, shop: string) => string;
  readonly about: (order: string) => string;
  readonly thanks: (order: string) => string;
  readonly cash: string;
  readonly address: string;
  readonly confirm: string;
  readonly missingAddress: string;
  readonly booked: (order: string, courier: string, number: string) => string;
  readonly onItsWay: (order: string, courier: string, number: string) => string;
  readonly track: string;
  readonly notDelivered: (order: string, courier: string) => string;
  readonly whatNow: string;
  readonly comesBack: (order: string, courier: string) => string;
  readonly cameBack: (order: string) => string;
  readonly stillWanted: string;
};

const textsOf: Record<MessageLanguage, Texts> = {
  en: {
    greeting: (name, shop) => `Hello${name && ` ${name}`}, this is ${shop}.`,
    about: (order) => `This is about your order ${order}.`,
    thanks: (order) => `Thank you for your order ${order}.`,
    cash: 'Cash to pay on delivery',
    address: 'Address',
    confirm: 'Please reply YES to confirm, or write what we should change.',
    missingAddress: 'Please reply with your full address and city, so that we can send it.',
    booked: (order, courier, number) => `Your order ${order} is booked with ${courier}, tracking number ${number}.`,
    onItsWay: (order, courier, number) =>
      `Your order ${order} is on its way with ${courier}, tracking number ${number}.`,
    track: 'Track it here',
    notDelivered: (order, courier) => `${courier} could not deliver your order ${order} yet.`,
    whatNow: 'Do you still want it? Please reply with the right address, and when the rider can reach you.',
    comesBack: (order, courier) => `${courier} could not deliver your order ${order} and is bringing it back to us.`,
    cameBack: (order) => `Your order ${order} could not be delivered and came back to us.`,
    stillWanted: 'Do you still want it? Please reply to this message.',
  },
  ur: {
    greeting: (name, shop) => `السلام علیکم${name && ` ${isolated(name)}`}، یہ پیغام ${isolated(shop)} کی طرف سے ہے۔`,
    about: (order) => `یہ آپ کے آرڈر ${isolated(order)} کے بارے میں ہے۔`,
    thanks: (order) => `آپ کے آرڈر ${isolated(order)} کا شکریہ۔`,
    cash: 'ڈیلیوری پر نقد رقم',
    address: 'پتا',
    confirm: 'تصدیق کے لیے براہِ کرم جواب میں "جی" لکھیں، یا لکھیں کہ کیا بدلنا ہے۔',
    missingAddress: 'براہِ کرم جواب میں اپنا مکمل پتا اور شہر لکھیں، تاکہ ہم آرڈر بھیج سکیں۔',
    booked: (order, courier, number) =>
      `آپ کا آرڈر ${isolated(order)} ${isolated(courier)} کے ساتھ بُک ہو چکا ہے۔ ٹریکنگ نمبر: ${isolated(number)}`,
    onItsWay: (order, courier, number) =>
      `آپ کا آرڈر ${isolated(order)} ${isolated(courier)} کے ذریعے راستے میں ہے۔ ٹریکنگ نمبر: ${isolated(number)}`,
    track: 'یہاں ٹریک کریں',
    notDelivered: (order, courier) => `${isolated(courier)} آپ کا آرڈر ${isolated(order)} ابھی تک نہیں پہنچا سکا۔`,
    whatNow: 'کیا آپ کو یہ آرڈر چاہیے؟ براہِ کرم درست پتا لکھیں، اور یہ کہ رائیڈر کس وقت آپ تک پہنچ سکتا ہے۔',
    comesBack: (order, courier) =>
      `${isolated(courier)} آپ کا آرڈر ${isolated(order)} نہیں پہنچا سکا اور اسے ہمارے پاس واپس لا رہا ہے۔`,
    cameBack: (order) => `آپ کا آرڈر ${isolated(order)} نہیں پہنچایا جا سکا اور ہمارے پاس واپس آ گیا ہے۔`,
    stillWanted: 'کیا آپ کو یہ آرڈر چاہیے؟ براہِ کرم اس پیغام کا جواب دیں۔',
  },
};
