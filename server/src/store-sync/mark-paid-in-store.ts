import type { Context } from '../context.ts';
import type { PlatformAccess } from '../platforms/platform.ts';
import type { DesiredStateRow } from './find-store-updates.ts';

/** Marks the store order as paid if a payment import asked for it. Safe to repeat: the platform checks first. */
export async function markPaidInStore(
  context: Context,
  access: PlatformAccess,
  desired: Pick<DesiredStateRow, 'mark_paid'>,
  platformOrderId: string,
): Promise<string[]> {
  if (!desired.mark_paid) return [];
  const isPaid = await context.platform.markPaid(access, platformOrderId);
  return [isPaid ? 'Paid on Shopify.' : 'Shopify does not allow this order to be marked as paid.'];
}
