import { addMoney, multiplyMoney } from '@courierdesk/contract/money';
import type { PlatformLine } from '../platforms/platform.ts';

/** Quantity of a line that is still to be shipped; 0 for gift cards and downloads. */
export const leftToShip = (line: PlatformLine): number => (line.requiresShipping ? line.unfulfilledQuantity : 0);

/** Some items are already fulfilled in the store. */
export const hasFulfilledItems = ({ lines }: { readonly lines: readonly PlatformLine[] }): boolean =>
  lines.some((line) => line.requiresShipping && line.unfulfilledQuantity < line.currentQuantity);

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
