import { maxLeftOut } from '@courierdesk/contract/store-order-queue';

const key = 'courierdesk.skipped-orders';

/** Orders that were skipped in this tab, the last ones: "Book next" leaves them out. */
export const skippedOrders = (): string[] => (sessionStorage.getItem(key) ?? '').split(',').filter((id) => id !== '');

export function rememberSkipped(id: string): void {
  const others = skippedOrders().filter((one) => one !== id);
  sessionStorage.setItem(key, [...others, id].slice(-maxLeftOut).join(','));
}
