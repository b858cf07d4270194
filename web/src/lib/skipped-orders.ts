import { maxSkipped } from '@courierdesk/contract/store-order-queue';

const key = 'courierdesk.skipped-orders';

/** The orders most recently skipped in this tab. "Book next" leaves them out. */
export const skippedOrders = (): string[] => (sessionStorage.getItem(key) ?? '').split(',').filter((id) => id !== '');

/** They belong to the person who skipped them. */
export const forgetSkipped = (): void => sessionStorage.removeItem(key);

export function rememberSkipped(id: string): void {
  const others = skippedOrders().filter((one) => one !== id);
  sessionStorage.setItem(key, [...others, id].slice(-maxSkipped).join(','));
}
