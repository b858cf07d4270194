import { createHash } from 'node:crypto';
import { formatMoney } from '@courierdesk/contract/money';
import { plainText } from '@courierdesk/contract/plain-text';
import type { IssueCode } from '@courierdesk/contract/issues';
import type { PlatformLine } from '../../adapters/platforms/platform.ts';
import { judgeOrder, type JudgedOrder } from './judge-order.ts';
import { describeItems, lineTitle } from '../../shipments/record/describe-items.ts';
import { leftToShip } from './order-lines.ts';

/** The part of a store order that a booking copies. A later change of it concerns the booking. */
export type OrderCopy = {
  /** What the merchant or the payment stopped, in words. Absent in copies of bookings from before we kept it. */
  readonly warnings?: readonly string[];
  readonly outstanding: string;
  /** Of `outstanding`. Absent in copies from before we kept it. */
  readonly currency?: string | undefined;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  /** Ordered quantities without removed or refunded items. */
  readonly items: readonly { readonly lineId: string; readonly title: string; readonly quantity: number }[];
};

export type OrderChange = { readonly field: string; readonly was: string; readonly now: string };

/** The columns of a mirrored order that `copyOfOrder` needs. */
type CopySource = Omit<JudgedOrder, 'hasAddress'>;

export function copyOfOrder(order: CopySource): OrderCopy {
  return {
    warnings: judgeOrder({ ...order, hasAddress: true }).flatMap(({ code, msg }) => (isWatched(code) ? [msg] : [])),
    outstanding: order.outstanding,
    currency: order.currency,
    name: order.customer_name,
    phone: order.phone || order.phone_as_written,
    address: order.address,
    city: order.city,
    items: order.lines
      .filter((line) => line.currentQuantity > 0)
      .map((line) => ({ lineId: line.lineId, title: lineTitle(line), quantity: line.currentQuantity })),
  };
}

/** Warnings that our own work does not cause: it archives orders and sends parts of them. */
const isWatched = (code: IssueCode): boolean =>
  (
    [
      ...(['on-hold', 'scheduled', 'with-fulfilment-service', 'pick-up', 'local-delivery', 'test-order'] as const),
      ...(['other-country', 'other-currency', 'payment-unsettled', 'payment-returned', 'paid-by-deposit'] as const),
    ] as IssueCode[]
  ).includes(code);

/** A hash of the copy and of what is left to ship. If it changes, a person should look at the order again. */
export function orderVersion(copy: OrderCopy, lines: readonly PlatformLine[]): string {
  const left = lines.map((line) => [line.lineId, leftToShip(line)]);
  const values = fieldsOf(copy).map(({ value }) => value);
  return createHash('sha256')
    .update(JSON.stringify([values, left]))
    .digest('hex')
    .slice(0, 32);
}

/** Describes the changes that concern a booking; empty if there are none. */
export function describeChanges(before: OrderCopy, after: OrderCopy): OrderChange[] {
  const now = fieldsOf(after);
  return fieldsOf({ ...before, currency: before.currency ?? after.currency }).flatMap(
    ({ field, value, words }, index) => {
      const other = now[index];
      return !other || value === undefined || other.value === value
        ? []
        : [{ field, was: words || 'nothing', now: other.words || 'nothing' }];
    },
  );
}

/** The fields of a copy: `value` is compared, `words` is shown. */
function fieldsOf(copy: OrderCopy): { field: string; value: string | undefined; words: string }[] {
  // Copies from before we read plain letters are compared by them.
  const plain = (field: string, words: string) => ({ field, value: plainText(words), words });
  return [
    { field: 'Amount to collect', value: copy.outstanding, words: formatMoney(copy.outstanding, copy.currency) },
    plain('Name', copy.name),
    plain('Phone', copy.phone),
    plain('Address', copy.address),
    plain('City', copy.city),
    {
      field: 'Items',
      value: JSON.stringify(copy.items.map(({ lineId, title, quantity }) => [lineId, plainText(title), quantity])),
      words: describeItems(copy.items),
    },
    { field: 'Status', value: copy.warnings?.join('\n'), words: copy.warnings?.join(' ') ?? '' },
  ];
}
