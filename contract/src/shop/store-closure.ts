import * as z from 'zod';
import { Instant } from '../values/dates.ts';

/**
 * Why we cannot use the store.
 * - `frozen`: its Shopify bill is not paid.
 * - `locked`: Shopify has locked it.
 * - `scopes-missing`: the merchant took permissions away.
 * - `withdrawn`: the store no longer accepts our access.
 * - `uninstalled`: Courierdesk was removed from the store.
 */
export const StoreClosure = z.enum(['frozen', 'locked', 'scopes-missing', 'withdrawn', 'uninstalled']);
export type StoreClosure = z.infer<typeof StoreClosure>;

export const ClosedStore = z.object({ as: StoreClosure, since: Instant });
export type ClosedStore = z.infer<typeof ClosedStore>;
