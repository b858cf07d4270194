import { formatRupees } from '@courierdesk/contract/money';
import type { Context } from '../context.ts';
import type { PlatformAccess } from '../platforms/platform.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

/**
 * Marks the store order as paid if a payment import asked for it, and what was received is what is open there: the store can
 * only mark the whole order. Safe to repeat: the platform checks first. Returns notes for the history.
 */
export async function markPaidInStore(
  context: Context,
  access: PlatformAccess,
  { received }: Pick<DesiredStateRow, 'received'>,
  platformOrderId: string,
): Promise<string[]> {
  if (received === null) return [];
  const payment = await context.platform.markPaid(access, platformOrderId, received);
  if (payment.isPaid) return ['Paid on Shopify.'];
  if (!payment.isAllowed) return ['Shopify does not allow this order to be marked as paid.'];
  return [
    `Not marked as paid on Shopify: ${formatRupees(payment.open)} is open there, but ${formatRupees(received)} was received.`,
  ];
}
