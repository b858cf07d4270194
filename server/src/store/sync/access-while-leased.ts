import type { Context } from '../../base/context.ts';
import { PlatformError, type PlatformAccess } from '../../adapters/platforms/platform.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import { lastCallAt, type LeasedStateRow } from './sync-lease.ts';

/**
 * Access for calls that end before the lease does. Another try may start then, and two at once could undo each other's
 * work: a fulfilment could reach the store after it was cancelled there.
 */
export async function accessWhileLeased(context: Context, desired: LeasedStateRow): Promise<PlatformAccess> {
  const access = await platformAccess(context, desired.shop_id);
  return {
    ...access,
    async token() {
      if (context.clock().getTime() > lastCallAt(desired))
        throw new PlatformError('unavailable', 'this took too long.');
      return access.token();
    },
  };
}
