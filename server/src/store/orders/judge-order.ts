import { ConsigneeEmail } from '@courierdesk/contract/booking';
import { cutText } from '@courierdesk/contract/cut-text';
import type { Issue, IssueCode, IssueLevel } from '@courierdesk/contract/issues';
import { formatMoney, formatRupees, homeCurrency } from '@courierdesk/contract/money';
import { whyStopped } from '../../adapters/platforms/fulfilment-orders.ts';
import type { PlatformFulfilmentOrder, PlatformLine } from '../../adapters/platforms/platform.ts';
import { hasFulfilledItems, isAbroad, leftToShip, valueToShip } from './order-lines.ts';

/** What the judge reads of a mirrored order. */
export type JudgedOrder = {
  readonly hasAddress: boolean;
  readonly test: boolean;
  readonly closed_at: Date | null;
  readonly currency: string;
  readonly financial_status: string;
  readonly gateways: readonly string[];
  readonly outstanding: string;
  readonly requires_shipping: boolean;
  readonly email: string;
  readonly customer_name: string;
  readonly phone_as_written: string;
  readonly phone: string;
  readonly phone_replaced: boolean;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly lines: readonly PlatformLine[];
  readonly fulfilment_orders: readonly PlatformFulfilmentOrder[];
};

const maxAddressLength = 500;
const maxNameLength = 100;

/** An email that the store took may still be none: a parcel can do without. */
export const isEmail = (text: string): boolean => ConsigneeEmail.safeParse(text).success;

/**
 * Everything that a person should know of an order before it is booked, from what the store says of it. An order with an error
 * or a warning is not ready: errors are missing facts that the form asks for, warnings need a confirmation.
 */
export function judgeOrder(order: JudgedOrder): Issue[] {
  return [...judgeCustomer(order), ...judgeStopped(order), ...judgePayment(order)];
}

const issue = (level: IssueLevel, code: IssueCode, field: string, msg: string, subject = ''): Issue => ({
  level,
  code,
  field,
  msg,
  subject: cutText(subject, 200),
});

function judgeCustomer(order: JudgedOrder): Issue[] {
  const { email, customer_name: name, phone_as_written: written, phone, address, city, country } = order;
  const error = (code: IssueCode, field: string, msg: string): Issue => issue('error', code, field, msg);
  if (order.requires_shipping && !order.hasAddress && name === '' && written === '')
    return [
      error(
        'customer-withheld',
        '',
        'The order has no name, phone or address, or Shopify does not share them with us.',
      ),
    ];
  const found: Issue[] = [];
  if (name === '') found.push(error('name-missing', 'consignee_name', 'The order has no customer name.'));
  else if (name.length > maxNameLength)
    found.push(
      error('name-too-long', 'consignee_name', `The customer’s name is longer than ${maxNameLength} characters.`),
    );
  if (email !== '' && !isEmail(email))
    found.push(
      issue(
        'info',
        'email-invalid',
        'consignee_email',
        `"${email}" is not a valid email, so the customer gets no emails about this parcel.`,
      ),
    );
  if (!order.hasAddress) found.push(error('address-missing', 'consignee_address', 'The order has no address.'));
  else if (address.length > maxAddressLength)
    found.push(
      error('address-too-long', 'consignee_address', `The address is longer than ${maxAddressLength} characters.`),
    );
  if (written === '') found.push(error('phone-missing', 'consignee_phone', 'The order has no phone number.'));
  else if (phone === '')
    found.push(error('phone-invalid', 'consignee_phone', `"${written}" is not a Pakistani mobile number.`));
  else if (order.phone_replaced)
    found.push(
      issue(
        'warning',
        'phone-replaced',
        'consignee_phone',
        `The phone in the address, "${written}", is not a Pakistani mobile number. We use the one of the order: ${phone}.`,
        `${written} ${phone}`,
      ),
    );
  if (city === '') found.push(error('city-missing', 'destination_city', 'The order has no city.'));
  if (isAbroad(country))
    found.push(issue('warning', 'other-country', 'consignee_address', `The address is in ${country}.`, country));
  return found;
}

/** Orders that the merchant stopped in the store, or that are not meant for a courier. */
function judgeStopped(order: JudgedOrder): Issue[] {
  const warning = (code: IssueCode, msg: string, subject: string): Issue => issue('warning', code, '', msg, subject);
  const found: Issue[] = [];
  const waiting = order.fulfilment_orders;
  const stops = waiting.flatMap((one) => whyStopped(one) ?? []);
  const reasons = new Map(stops.map((stop) => [stop.words, stop]));
  if (stops.length < waiting.length && stops.length > 0) found.push(partlyStopped(order, [...reasons.keys()]));
  else for (const { code, words } of reasons.values()) found.push(warning(code, `The order is ${words}.`, words));
  if (order.closed_at)
    found.push(warning('archived', 'The order is archived in the store.', order.closed_at.toISOString()));
  if (order.test) found.push(warning('test-order', 'This is a test order.', 'test'));
  return found;
}

/** How the customer pays, and whether the amount fits this parcel. */
function judgePayment(order: JudgedOrder): Issue[] {
  const { financial_status: status, outstanding, currency } = order;
  const open = Number(outstanding);
  const gateway = order.gateways.join(', ');
  const paidWith = gateway === '' ? '' : ` (${gateway})`;
  const subject = `${status} ${outstanding} ${gateway}`;
  const warning = (code: IssueCode, msg: string): Issue => issue('warning', code, 'cod_amount', msg, subject);
  if (currency !== homeCurrency && open > 0)
    return [
      warning(
        'other-currency',
        `The order is in ${currency}: ${formatMoney(outstanding, currency)} is open. Enter the amount to collect in rupees.`,
      ),
    ];
  const found: Issue[] = [];
  const rupees = formatRupees(outstanding);
  if (status === 'AUTHORIZED' && open > 0)
    found.push(
      warning(
        'payment-unsettled',
        `The payment${paidWith} is authorised, but not captured yet: ${rupees} is open. Collect it only if the customer pays at the door.`,
      ),
    );
  else if ((status === 'EXPIRED' || status === 'VOIDED') && open > 0)
    found.push(
      warning(
        'payment-unsettled',
        `The payment${paidWith} was ${status === 'EXPIRED' ? 'authorised and has expired' : 'voided'}: ${rupees} is open.`,
      ),
    );
  else if (status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED')
    found.push(
      warning(
        'payment-returned',
        `The customer got ${status === 'REFUNDED' ? 'the payment' : 'a part of the payment'} back${paidWith}. Check that the parcel is still wanted, and the amount to collect.`,
      ),
    );
  else if (open > 0 && gateway !== '' && !order.gateways.some(isPaidAtDoor))
    found.push(
      warning(
        'paid-by-deposit',
        `The customer pays with ${gateway}, and ${rupees} is open. Check whether it was paid.`,
      ),
    );
  if (hasFulfilledItems(order) && open > 0 && leftOf(order) > 0) found.push(partlySent(order));
  return found;
}

function partlyStopped(order: JudgedOrder, reasons: readonly string[]): Issue {
  const { all, sent } = unitsOf(order);
  const stopped = all - sent - leftOf(order);
  const worth = valueToShip(order.lines);
  const which = stopped > 0 ? `${stopped} of ${all} items ${stopped === 1 ? 'is' : 'are'}` : 'A part of the order is';
  return issue(
    'warning',
    'partly-stopped',
    '',
    `${which} not in this parcel: ${reasons.join('; ')}. ${formatMoney(order.outstanding, order.currency)} is open, this parcel is worth ${formatMoney(worth, order.currency)}.`,
    `${stopped}/${all} ${order.outstanding} ${worth} ${reasons.join('; ')}`,
  );
}

function unitsOf({ lines }: JudgedOrder): { all: number; sent: number } {
  const shipped = lines.filter((line) => line.requiresShipping);
  const all = shipped.reduce((sum, line) => sum + line.currentQuantity, 0);
  return { all, sent: all - shipped.reduce((sum, line) => sum + line.unfulfilledQuantity, 0) };
}

function partlySent(order: JudgedOrder): Issue {
  const { all, sent } = unitsOf(order);
  const worth = valueToShip(order.lines);
  return issue(
    'warning',
    'partly-sent',
    'cod_amount',
    `${sent} of ${all} items ${sent === 1 ? 'was' : 'were'} sent already. ${formatRupees(order.outstanding)} is open, this parcel is worth ${formatRupees(worth)}.`,
    `${sent}/${all} ${order.outstanding} ${worth}`,
  );
}

const leftOf = ({ lines }: Pick<JudgedOrder, 'lines'>): number =>
  lines.reduce((sum, line) => sum + leftToShip(line), 0);

/**
 * The gateway's name says that the customer pays in cash at the door, such as "Cash on Delivery (COD)" and `cash_on_delivery`,
 * but not "JazzCash" or "Cash Deposit". Orders that a merchant makes name `manual`.
 */
function isPaidAtDoor(gateway: string): boolean {
  const name = gateway.replaceAll('_', ' ').trim();
  return /^manual$|\bcod\b|\bcash\b|on ?delivery\b/i.test(name) && !/deposit|transfer/i.test(name);
}
