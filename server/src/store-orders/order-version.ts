import { createHash } from 'node:crypto';
import { formatRupees } from '@courierdesk/contract/money';
import type { PlatformLine } from '../platforms/platform.ts';

/** What a booking copies from a store order, and what matters when it changes afterwards. */
export type OrderCopy = {
  readonly outstanding: string;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  /** Current quantities: ordered, without what was removed or refunded. */
  readonly items: readonly { readonly lineId: string; readonly title: string; readonly quantity: number }[];
};

export type OrderChange = { readonly field: string; readonly was: string; readonly now: string };

/** The columns of a mirrored order that a copy is made of. */
export type CopySource = {
  readonly outstanding: string;
  readonly customer_name: string;
  readonly phone: string;
  readonly phone_as_written: string;
  readonly address: string;
  readonly city: string;
  readonly lines: readonly PlatformLine[];
};

export function copyOfOrder(order: CopySource): OrderCopy {
  return {
    outstanding: order.outstanding,
    name: order.customer_name,
    phone: order.phone || order.phone_as_written,
    address: order.address,
    city: order.city,
    items: order.lines
      .filter((line) => line.currentQuantity > 0)
      .map((line) => ({ lineId: line.lineId, title: lineTitle(line), quantity: line.currentQuantity })),
  };
}

/** Fingerprint of the copy and of what is left to ship: changes exactly when a person should look again. */
export function orderVersion(copy: OrderCopy, lines: readonly PlatformLine[]): string {
  const left = lines.map((line) => [line.lineId, line.requiresShipping ? line.unfulfilledQuantity : 0]);
  const values = fieldsOf(copy).map(({ value }) => value);
  return createHash('sha256')
    .update(JSON.stringify([values, left]))
    .digest('hex')
    .slice(0, 32);
}

/** What a person who booked the order would want to know, in words. Empty when nothing that matters changed. */
export function describeChanges(before: OrderCopy, after: OrderCopy): OrderChange[] {
  const now = fieldsOf(after);
  return fieldsOf(before).flatMap(({ field, value, words }, index) => {
    const other = now[index];
    return !other || other.value === value ? [] : [{ field, was: words || 'nothing', now: other.words || 'nothing' }];
  });
}

/** The fields that matter, with what is compared and what is told. */
function fieldsOf(copy: OrderCopy): { field: string; value: string; words: string }[] {
  const plain = (field: string, value: string) => ({ field, value, words: value });
  return [
    { field: 'Amount to collect', value: copy.outstanding, words: formatRupees(copy.outstanding) },
    plain('Name', copy.name),
    plain('Phone', copy.phone),
    plain('Address', copy.address),
    plain('City', copy.city),
    {
      field: 'Items',
      value: JSON.stringify(copy.items.map(({ lineId, title, quantity }) => [lineId, title, quantity])),
      words: itemsInWords(copy.items),
    },
  ];
}

export function lineTitle(line: { readonly title: string; readonly variantTitle: string }): string {
  return line.variantTitle ? `${line.title} (${line.variantTitle})` : line.title;
}

/** `2 x Kurta (Large), 1 x Mug` */
export function itemsInWords(items: readonly { readonly title: string; readonly quantity: number }[]): string {
  return items.map(({ title, quantity }) => `${quantity} x ${title}`).join(', ');
}
