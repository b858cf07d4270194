import { addMoney, multiplyMoney } from '@courierdesk/contract/money';
import type { PlatformLine } from '../platforms/platform.ts';

/** Quantity of a line that a courier can take now; 0 for gift cards and downloads. */
export const leftToShip = (line: PlatformLine): number =>
  line.requiresShipping ? Math.max(0, line.unfulfilledQuantity - (line.stoppedQuantity ?? 0)) : 0;

/** Some items are already fulfilled in the store. */
export const hasFulfilledItems = ({ lines }: { readonly lines: readonly PlatformLine[] }): boolean =>
  lines.some((line) => line.requiresShipping && line.unfulfilledQuantity < line.currentQuantity);

/** Something can be shipped, but not all of the order: a part was sent already, or waits in the store. */
export const isPartOfOrder = (lines: readonly PlatformLine[]): boolean =>
  lines.some((line) => leftToShip(line) > 0) &&
  lines.some((line) => line.requiresShipping && leftToShip(line) < line.currentQuantity);

/** What is left to ship. If that is nothing, all items: a returned parcel is sent again. */
export function itemsToShip(lines: readonly PlatformLine[]): { line: PlatformLine; quantity: number }[] {
  const left = lines.map((line) => ({ line, quantity: leftToShip(line) })).filter(({ quantity }) => quantity > 0);
  if (left.length > 0) return left;
  return lines
    .filter((line) => line.requiresShipping && line.currentQuantity > 0)
    .map((line) => ({ line, quantity: line.currentQuantity }));
}

/** What the items that are left to ship cost, before discounts and shipping. */
export const valueToShip = (lines: readonly PlatformLine[]): string =>
  addMoney('0.00', ...lines.map((line) => multiplyMoney(line.unitPrice, leftToShip(line))));

/** Another country than Pakistan. An address without a country counts as one in Pakistan. */
export const isAbroad = (country: string): boolean =>
  !['', 'pakistan', 'pk', 'pak'].includes(country.trim().toLowerCase());
