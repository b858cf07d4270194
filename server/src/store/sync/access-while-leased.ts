import type { Context } from '../../base/context.ts';
import { PlatformError, type PlatformAccess } from '../../adapters/platforms/platform.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import type { LeasedStateRow } from './find-store-updates.ts';
import { longestCallMs } from './sync-lease.ts';

/**
 * Access for calls that end before the lease does. Another try may start then, and two at once could undo each other's
 * work: a fulfilment could reach the store after it was cancelled there.
 */
export async function accessWhileLeased(context: Context, desired: LeasedStateRow): Promise<PlatformAccess> {
  const access = await platformAccess(context, desired.shop_id);
  const lastCallAt = (desired.lease_until?.getTime() ?? 0) - longestCallMs;
  return {
    ...access,
    async token() {
      if (context.clock().getTime() > lastCallAt) throw new PlatformError('unavailable', 'this took too long.');
      return access.token();
    },
  };
}
