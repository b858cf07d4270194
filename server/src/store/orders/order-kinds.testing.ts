/** A kind of store order: as a customer places it, then what the merchant changes, one change after the other. */
export type OrderKind = {
  readonly group: string;
  readonly name: string;
  readonly given?: Readonly<Record<string, unknown>>;
  readonly changes?: readonly Readonly<Record<string, unknown>>[];
};

type Given = Record<string, unknown>;
type Row = readonly [name: string, given?: Given, ...changes: Given[]];

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const kinds = (group: string, rows: readonly Row[]): OrderKind[] =>
  rows.map(([name, given = {}, ...changes]) => ({ group, name, given, changes }));

const shirt = { title: 'Shirt', price: 1500 };
const mug = { title: 'Mug', price: 400, quantity: 2 };
const two = { lines: [shirt, mug] };
const download = { title: 'Pattern (PDF)', price: 500, requiresShipping: false };
const giftCard = { title: 'Gift card', price: 1000, requiresShipping: false };
const cap = { title: 'Cap', price: 400 };
const byHand = { fulfill: { number: 'HAND9', company: 'Other' } };
const to = (address: Given): Given => ({ address });
const long = 'House 12, Street 4, Block B, Johar Town, '.repeat(14);

/** Every kind is read, listed, put in a batch and booked by `order-kinds.test.ts`. */
export const orderKinds: readonly OrderKind[] = [
  ...kinds('Payment', [
    ['cash on delivery'],
    // Before the shop has enough parcels to tell what is usual.
    ['a very high amount', { lines: [{ title: 'Gold set', price: 180_000 }] }],
    ['paid', { payment: 'paid' }],
    ['a part paid', { payment: 'partial' }],
    ['cash on delivery, gateway "Cash on Delivery (COD)"', { gateways: ['Cash on Delivery (COD)'] }],
    ['cash on delivery, gateway "manual"', { gateways: ['manual'] }],
    ['cash on delivery, no gateway', { gateways: [] }],
    ['bank deposit, not paid', { gateways: ['Bank Deposit'] }],
    ['Easypaisa, not paid', { gateways: ['Easypaisa'] }],
    ['JazzCash, not paid', { gateways: ['JazzCash'] }],
    ['a bank transfer by hand, not paid', { gateways: ['Manual bank transfer'] }],
    ['a cash deposit, not paid', { gateways: ['Cash Deposit'] }],
    ['cash on delivery, gateway "cash_on_delivery"', { gateways: ['cash_on_delivery'] }],
    ['bank deposit, paid', { payment: 'paid', gateways: ['Bank Deposit'] }],
    ['two gateways, one of them cash', { gateways: ['Bank Deposit', 'Cash on Delivery'] }],
    ['card authorised', { financialStatus: 'AUTHORIZED', gateways: ['shopify_payments'] }],
    ['card authorised and nothing open', { payment: 'paid', financialStatus: 'AUTHORIZED' }],
    ['authorisation expired', { financialStatus: 'EXPIRED', gateways: ['shopify_payments'] }],
    ['voided', { financialStatus: 'VOIDED' }],
    ['refunded', { payment: 'paid', financialStatus: 'REFUNDED' }],
    ['refunded, with an amount open', { financialStatus: 'REFUNDED' }],
    ['a part refunded', { payment: 'paid', financialStatus: 'PARTIALLY_REFUNDED' }],
    ['a part refunded, the rest open', { payment: 'partial', financialStatus: 'PARTIALLY_REFUNDED' }],
    ['marked as paid by the merchant', {}, { paid: true }],
    ['no payment status yet', {}, { withoutTransactions: true }],
    ['more paid than ordered', { payment: 'paid' }, { quantities: [{ line: 0, quantity: 1 }], outstanding: 0 }],
    ['a new amount is open', {}, { outstanding: 900 }],
    ['one rupee open', {}, { outstanding: 1 }],
    ['paisa open, rounded up', {}, { outstanding: 1499.5 }],
    ['paisa open, rounded down', {}, { outstanding: 1499.4 }],
    ['less than half a rupee open', {}, { outstanding: 0.4 }],
    ['free of charge', { lines: [{ title: 'Sample', price: 0 }] }],
    ['refunded by amount, the order costs less', { payment: 'paid' }, { refund: { amount: 300 } }],
    ['refunded by amount, to pay again', { payment: 'paid' }, { refund: { amount: 300, open: true } }],
    ['all refunded, to pay again', { payment: 'paid' }, { refund: { amount: 1500, open: true } }],
  ]),
  ...kinds('Currency', [
    ['in dollars, open', { currency: 'USD' }],
    ['in dollars, paid', { currency: 'USD', payment: 'paid' }],
    ['in dirham, a part paid', { currency: 'AED', payment: 'partial' }],
    ['in dollars, authorised', { currency: 'USD', financialStatus: 'AUTHORIZED' }],
  ]),
  ...kinds('Items', [
    ['two kinds of items', two],
    ['four of one item', { lines: [{ ...shirt, quantity: 4 }] }],
    ['a variant', { lines: [{ ...shirt, variant: 'Large / Blue' }] }],
    ['with shipping', { shipping: 200 }],
    ['with a discount code', { discountCode: 'EID10' }],
    ['weighed', { lines: [{ ...shirt, grams: 350 }] }],
    ['weighed in part', { lines: [{ ...shirt, grams: 350 }, mug] }],
    ['with a download', { lines: [shirt, download] }],
    ['only a download', { lines: [download] }],
    ['only a gift card, paid', { lines: [giftCard], payment: 'paid' }],
    ['with a gift card', { lines: [shirt, giftCard] }],
    ['with a free gift', { lines: [shirt, { title: 'Sticker', price: 0 }] }],
    ['one item removed', two, { quantities: [{ line: 1, quantity: 0 }] }],
    ['fewer of an item', two, { quantities: [{ line: 1, quantity: 1 }] }],
    ['all items removed', {}, { quantities: [{ line: 0, quantity: 0 }] }],
    ['an item added', {}, { addLine: cap }],
    ['an item removed after payment', { ...two, payment: 'paid' }, { quantities: [{ line: 1, quantity: 0 }] }],
    ['an item added after payment', { payment: 'paid' }, { addLine: cap }],
    [
      'thirty kinds of items',
      { lines: Array.from({ length: 30 }, (_, place) => ({ ...cap, title: `Cap ${place + 1}` })) },
    ],
    ['sixty of one item', { lines: [{ title: 'Bead', price: 20, quantity: 60 }] }],
    ['weighed, 60 kg', { lines: [{ ...shirt, grams: 60_000 }] }],
    ['an Urdu title', { lines: [{ title: 'کاٹن سوٹ', price: 1500 }] }],
  ]),
  ...kinds('Sent in part', [
    ['sent by hand', {}, byHand],
    ['sent by hand without a number', {}, { fulfill: true }],
    ['sent by hand, then undone', {}, byHand, { cancelFulfillments: true }],
    ['sent by hand, then an item added', { shipping: 200 }, byHand, { addLine: cap }],
    ['paid, sent by hand, then an item added', { payment: 'paid' }, byHand, { addLine: cap }],
    ['a part paid, sent by hand, then an item added', { payment: 'partial' }, byHand, { addLine: cap }],
    ['sent by hand, an item added, all paid since', {}, byHand, { addLine: cap }, { paid: true }],
    ['sent by hand, an item added, then on hold', {}, byHand, { addLine: cap }, { hold: 'OTHER' }],
    ['sent by hand, then archived', {}, byHand, { archived: true }],
    ['sent by hand, an item added, less open than it is worth', {}, byHand, { addLine: cap }, { outstanding: 150 }],
  ]),
  ...kinds('Stopped in the store', [
    ['on hold, fraud', { hold: 'HIGH_RISK_OF_FRAUD' }],
    ['on hold, address', { hold: 'INCORRECT_ADDRESS' }],
    ['on hold, payment', { hold: 'AWAITING_PAYMENT' }],
    ['on hold, stock', { hold: 'INVENTORY_OUT_OF_STOCK' }],
    ['on hold, return items', { hold: 'AWAITING_RETURN_ITEMS' }],
    ['on hold, other', { hold: 'OTHER' }],
    ['on hold and paid', { hold: 'OTHER', payment: 'paid' }],
    ['on hold, then released', { hold: 'OTHER' }, { release: true }],
    ['scheduled', { fulfillAt: '2099-03-01T00:00:00Z' }],
    ['scheduled, then released', { fulfillAt: '2099-03-01T00:00:00Z' }, { release: true }],
    ['scheduled in the past', { fulfillAt: '2026-01-01T00:00:00Z' }],
    ['asked of a fulfilment service', {}, { part: { requestStatus: 'SUBMITTED' } }],
    ['accepted by a fulfilment service', {}, { part: { requestStatus: 'ACCEPTED' } }],
    ['refused by a fulfilment service', {}, { part: { requestStatus: 'REJECTED' } }],
    ['closed by a fulfilment service', {}, { part: { requestStatus: 'CLOSED' } }],
    ['pick-up', {}, { part: { deliveryMethod: 'PICK_UP' } }],
    ['pick-up point', {}, { part: { deliveryMethod: 'PICKUP_POINT' } }],
    ['sold in a shop', {}, { part: { deliveryMethod: 'RETAIL' } }],
    ['local delivery', {}, { part: { deliveryMethod: 'LOCAL' } }],
    ['no delivery', {}, { part: { deliveryMethod: 'NONE' } }],
    ['archived', { archived: true }],
    ['archived and paid', { archived: true, payment: 'paid' }],
    ['archived, then opened again', { archived: true }, { archived: false }],
    ['test order', { test: true }],
    ['cancelled by the customer', {}, { cancel: 'CUSTOMER' }],
    ['cancelled for fraud', {}, { cancel: 'FRAUD' }],
    ['cancelled, was paid', { payment: 'paid' }, { cancel: true }],
    ['cancelled on hold', { hold: 'OTHER' }, { cancel: true }],
    ['on hold and archived', { hold: 'OTHER', archived: true }],
    [
      'on hold, test, to another country',
      { hold: 'OTHER', test: true, ...to({ country: 'Canada', countryCode: 'CA' }) },
    ],
  ]),
  ...kinds('Stopped in part', [
    ['one item on hold', two, { part: { lines: [1], hold: 'INVENTORY_OUT_OF_STOCK' } }],
    ['one item scheduled', two, { part: { lines: [1], fulfillAt: '2099-03-01T00:00:00Z' } }],
    ['one item with a service', two, { part: { lines: [1], requestStatus: 'ACCEPTED' } }],
    ['one item picked up', two, { part: { lines: [1], deliveryMethod: 'PICK_UP' } }],
    ['one item for local delivery', two, { part: { lines: [0], deliveryMethod: 'LOCAL' } }],
    ['one item without delivery', two, { part: { lines: [1], deliveryMethod: 'NONE' } }],
    ['one item on hold, paid', { ...two, payment: 'paid' }, { part: { lines: [1], hold: 'OTHER' } }],
    ['one item on hold, a part paid', { ...two, payment: 'partial' }, { part: { lines: [1], hold: 'OTHER' } }],
    ['one item on hold, then released', two, { part: { lines: [1], hold: 'OTHER' } }, { release: true }],
    [
      'both items stopped in two ways',
      two,
      { part: { lines: [0], deliveryMethod: 'LOCAL' } },
      { part: { lines: [1], hold: 'OTHER' } },
    ],
    ['one item on hold, the other sent', two, { part: { lines: [1], hold: 'OTHER' } }, byHand],
  ]),
  ...kinds('Phone', [
    ['with +92', { phone: '+923001234567' }],
    ['with 0092', { phone: '00923001234567' }],
    ['with blanks and dashes', { phone: '0300-123 4567' }],
    ['without the first 0', { phone: '3001234567' }],
    ['Urdu digits', { phone: '۰۳۰۰۱۲۳۴۵۶۷' }],
    ['two numbers in one field', { phone: '03001234567 / 03217654321' }],
    ['a landline', { phone: '042-35761234' }],
    ['a landline with an extension', { phone: '042-35761234 ext 301' }],
    ['a landline, then a mobile', { phone: '042-35761234, 0300 1234567' }],
    ['from the Emirates', { phone: '+971 50 123 4567' }],
    ['from India', { phone: '+91 300 1234567' }],
    ['one digit too few', { phone: '0300123456' }],
    ['one digit too many', { phone: '030012345678' }],
    ['words', { phone: 'call my brother' }],
    ['missing', { phone: null, ...to({ phone: null }) }],
    ['only in the order', { phone: '03219998887', ...to({ phone: null }) }],
    ['unreadable in the address, good in the order', { phone: '03219998887', ...to({ phone: '0300-123456' }) }],
    ['another one in the address', { phone: '03219998887', ...to({ phone: '03001234567' }) }],
  ]),
  ...kinds('Recipient and address', [
    ['no name', to({ firstName: null, lastName: null })],
    ['a name of 120 characters', to({ firstName: 'Muhammad '.repeat(12).trim(), lastName: 'Khan Niazi' })],
    ['an email that is none', { email: 'sana..kiani@mail.example' }],
    ['an Urdu name', to({ firstName: 'عائشہ', lastName: 'خان' })],
    ['no street', to({ address1: null, address2: null })],
    ['no address at all', { address: null, phone: '03001234567' }],
    ['address removed later', {}, { removeAddress: true }],
    ['address over two lines', to({ address1: 'House 5\nStreet 9', address2: 'Near the mosque' })],
    ['an address of 574 characters', to({ address1: long })],
    ['with a company', to({ company: 'Kiani & Sons' })],
    ['to the United States', to({ country: 'United States', countryCode: 'US' })],
    ['no country', to({ country: null, countryCode: null })],
  ]),
  ...kinds('City', [
    ['in capitals', { city: 'LAHORE' }],
    ['an abbreviation', { city: 'lhr' }],
    ['in Urdu', { city: 'کراچی' }],
    ['misspelt', { city: 'Krachi' }],
    ['not clear', { city: 'Mirpur' }],
    ['a province', { city: 'Punjab' }],
    ['a village that no list has', { city: 'Chak 117 JB' }],
    ['with a quarter', { city: 'Johar Town Lahore' }],
    ['missing', { city: '' }],
    ['with its province', { city: 'Multan, Punjab' }],
  ]),
  ...kinds('Age', [
    ['placed 58 days ago', { createdAt: daysAgo(58) }],
    ['placed 59 and a half days ago', { createdAt: daysAgo(59.5) }],
    ['placed 59 and a half days ago, then paid', { createdAt: daysAgo(59.5) }, { paid: true }],
    ['placed 59 and a half days ago, on hold', { createdAt: daysAgo(59.5), hold: 'OTHER' }],
  ]),
  ...kinds('Other facts', [
    ['a note', { note: 'Please call first' }],
    ['a note of 1,500 characters', { note: 'Please call first. '.repeat(79) }],
    ['tags', { tags: ['vip', 'wholesale'] }],
    ['no email', { email: null }],
  ]),
];
