import { withShop } from '../../server/src/base/db/tenancy.ts';
import { trackAccountsSoon } from '../../server/src/shop/courier-accounts/track-accounts-soon.ts';
import type { InstalledShop } from './install-shop.ts';
import type { IsolatedStack } from './isolated-stack.ts';

/** Makes the jobs due that track the parcels of all accounts. Which parcels they track is said by `next_track_at` of each. */
export function trackSoon({ context }: IsolatedStack, { shopId, accounts }: InstalledShop): Promise<void> {
  return withShop(context.db, shopId, (trx) =>
    trackAccountsSoon(trx, context, shopId, Object.values(accounts), new Date()),
  );
}
