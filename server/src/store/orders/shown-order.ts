import { Buffer } from 'node:buffer';
import { plainText } from '@courierdesk/contract/plain-text';
import * as z from 'zod';
import { copyOfOrder, describeChanges, type OrderChange } from './order-version.ts';
import { describeItems } from '../../shipments/record/describe-items.ts';
import { leftToShip } from './order-lines.ts';
import type { StoreOrderRow } from './store-order-row.ts';

const Seen = z.object({
  copy: z.object({
    outstanding: z.string(),
    currency: z.string().optional(),
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    items: z.array(z.object({ lineId: z.string(), title: z.string(), quantity: z.number() })),
  }),
  left: z.array(z.object({ title: z.string(), quantity: z.number() })),
});

/** Encodes what a form shows of an order as the opaque `version`, which the browser sends back with the booking. */
export function encodeShownOrder(order: StoreOrderRow): string {
  return Buffer.from(JSON.stringify({ copy: copyOfOrder(order), left: leftOf(order) })).toString('base64url');
}

/** Describes what changed since the form was shown. Returns no changes for a version that we cannot decode. */
export function changesSince(version: string, order: StoreOrderRow): OrderChange[] {
  const seen = read(version);
  if (!seen) return [];
  const changes = describeChanges(seen.copy, copyOfOrder(order));
  const was = describeItems(seen.left);
  const now = describeItems(leftOf(order));
  return plainText(was) === plainText(now)
    ? changes
    : [...changes, { field: 'Left to ship', was: was || 'nothing', now: now || 'nothing' }];
}

const leftOf = (order: StoreOrderRow): { title: string; quantity: number }[] =>
  order.lines.flatMap((line) => (leftToShip(line) > 0 ? [{ title: line.title, quantity: leftToShip(line) }] : []));

function read(version: string): z.output<typeof Seen> | undefined {
  try {
    return Seen.safeParse(JSON.parse(Buffer.from(version, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
