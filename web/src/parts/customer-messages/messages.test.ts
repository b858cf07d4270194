import { describe, expect, it } from 'vitest';
import { messageAboutOrder, messageAboutParcel, whatsAppLink } from './messages.ts';

const order = {
  order_name: '#1042',
  customer_name: 'Ayesha Khan',
  address: 'House 12, Street 4',
  city: 'Lahore',
  cod: 2450,
  shipment: null,
  cancelled: false,
  fulfilled: false,
};

const parcel = {
  company: 'LEOPARD' as const,
  order_name: '#1042',
  order: {
    consignee_name: 'Ayesha Khan',
    destination: 'Lahore',
    final: false,
    status: 'INPROCESS' as const,
    track_number: 'LE7500123456',
    trouble: null,
  },
  shipment: {
    address: 'House 12, Street 4',
    booking_state: 'booked' as const,
    cod: 2450,
    payment_status: 'UNPAID' as const,
    tracking_url: 'https://desk.example/t/LE7500123456?key=abc',
  },
};

type Parcel = Parameters<typeof messageAboutParcel>[0];
const withOrder = (changed: Partial<Parcel['order']>): Parcel => ({
  ...parcel,
  order: { ...parcel.order, ...changed },
});
const withShipment = (changed: Partial<Parcel['shipment']>): Parcel => ({
  ...parcel,
  shipment: { ...parcel.shipment, ...changed },
});
/** What it says after the greeting. */
const aboutParcel = (one: Parcel): string[] => messageAboutParcel(one, 'Gulberg Home', 'en').split('\n\n').slice(1);
const aboutOrder = (changed: Partial<typeof order>): string[] =>
  messageAboutOrder({ ...order, ...changed }, 'Gulberg Home', 'en')
    .split('\n\n')
    .slice(1);

describe('messages to customers', () => {
  it('a link opens WhatsApp with a mobile number in international form and the message', () => {
    expect(whatsAppLink('0300-1234567', 'Hello & welcome\n#1')).toBe(
      'https://wa.me/923001234567?text=Hello%20%26%20welcome%0A%231',
    );
  });

  it.each(['042 35761234', '+44 7700 900123', '', '12'])('%j has no WhatsApp link', (phone) => {
    expect(whatsAppLink(phone, 'Hello')).toBeUndefined();
  });

  it('a customer is asked to confirm the cash and the address of an order that is still to be booked', () => {
    expect(messageAboutOrder(order, 'Gulberg Home', 'en')).toBe(
      [
        'Hello Ayesha Khan, this is Gulberg Home.',
        'Thank you for your order #1042.',
        'Cash to pay on delivery: Rs 2,450\nAddress: House 12, Street 4, Lahore',
        'Please reply YES to confirm, or write what we should change.',
      ].join('\n\n'),
    );
  });

  it('a message about a paid order says nothing of cash', () => {
    expect(aboutOrder({ cod: 0 }).join('\n')).not.toContain('Cash');
  });

  it.each([{ address: '' }, { city: '' }])('a customer is asked for the address of an order with %j', (missing) => {
    expect(aboutOrder(missing)).toEqual([
      'Thank you for your order #1042.',
      'Cash to pay on delivery: Rs 2,450',
      'Please reply with your full address and city, so that we can send it.',
    ]);
  });

  it.each([
    { cancelled: true },
    { fulfilled: true },
    { shipment: { id: 's', tracking_number: 'LE1', booking_state: 'booked', company: 'LEOPARD', returned: false } },
  ])('an order that is not to be booked (%j) is not to be confirmed', (state) => {
    expect(messageAboutOrder({ ...order, ...state }, 'Gulberg Home', 'en')).toBe(
      'Hello Ayesha Khan, this is Gulberg Home.\n\nThis is about your order #1042.',
    );
  });

  it('a customer without a name is greeted without one', () => {
    expect(messageAboutOrder({ ...order, customer_name: '' }, 'Gulberg Home', 'en')).toMatch(
      /^Hello, this is Gulberg Home\./,
    );
  });

  it('a parcel on its way comes with its link, and with the cash that is not paid yet', () => {
    expect(aboutParcel(parcel)).toEqual([
      'Your order #1042 is on its way with Leopards, tracking number LE7500123456.',
      'Track it here: https://desk.example/t/LE7500123456?key=abc',
      'Please keep Rs 2,450 in cash ready.',
    ]);
    expect(aboutParcel(withShipment({ payment_status: 'PAID' }))).toHaveLength(2);
    expect(aboutParcel(withShipment({ cod: 0 }))).toHaveLength(2);
  });

  it('a parcel that the courier does not have yet is booked, not on its way', () => {
    expect(aboutParcel(withOrder({ status: 'FULFILLED' }))[0]).toBe(
      'Your order #1042 is booked with Leopards, tracking number LE7500123456.',
    );
  });

  it.each(['attempted', 'held', 'return-next'] as const)(
    'of a parcel that is %s the customer is asked what now',
    (trouble) => {
      expect(aboutParcel(withOrder({ trouble }))).toEqual([
        'Leopards could not deliver your order #1042 yet.',
        'Address: House 12, Street 4, Lahore',
        'Do you still want it? Please reply with the right address, and when the rider can reach you.',
      ]);
    },
  );

  it('of a parcel without an address, such as one booked elsewhere, the message has the city', () => {
    const elsewhere = { ...withOrder({ trouble: 'attempted' }), shipment: { ...parcel.shipment, address: '' } };
    expect(aboutParcel(elsewhere)[1]).toBe('Address: Lahore');
  });

  it('of a parcel on its way back, and of one that came back, the customer is asked whether to send it again', () => {
    const question = 'Do you still want it? Please reply to this message.';
    expect(aboutParcel(withOrder({ status: 'RTS' }))).toEqual([
      'Leopards could not deliver your order #1042 and is bringing it back to us.',
      question,
    ]);
    expect(aboutParcel(withOrder({ status: 'RTS', final: true }))).toEqual([
      'Your order #1042 could not be delivered and came back to us.',
      question,
    ]);
  });

  it.each([
    withOrder({ status: 'DELIVERED', final: true }),
    withOrder({ status: 'CANCELLED', final: true }),
    withShipment({ booking_state: 'uncertain' }),
  ])('of a parcel that has ended or is not certain it says only which order it is', (one) => {
    expect(aboutParcel(one)).toEqual(['This is about your order #1042.']);
  });

  it('numbers and English names keep their direction in an Urdu message', () => {
    const message = messageAboutParcel(parcel, 'Gulberg Home', 'ur');
    expect(message).toMatch(/^السلام علیکم \u2068Ayesha Khan\u2069، یہ پیغام \u2068Gulberg Home\u2069 کی طرف سے ہے۔/);
    for (const word of ['#1042', 'Leopards', 'LE7500123456', 'Rs 2,450'])
      expect(message).toContain(`\u2068${word}\u2069`);
  });
});
