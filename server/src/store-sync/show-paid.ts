import type { Context } from '../context.ts';
import type { PlatformAccess } from '../platforms/platform.ts';
import type { WantedRow } from './queries.ts';

/** A payment that was imported, told to the store; the platform looks first, so it may be repeated. */
export async function showPaid(
  context: Context,
  access: PlatformAccess,
  wanted: Pick<WantedRow, 'wants_paid'>,
  platformOrderId: string,
): Promise<string[]> {
  if (!wanted.wants_paid) return [];
  const isPaid = await context.platform.markPaid(access, platformOrderId);
  return [isPaid ? 'Paid on Shopify.' : 'Shopify does not let this order be marked as paid.'];
}
