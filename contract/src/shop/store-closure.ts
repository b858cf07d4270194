import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
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

export const StoreState = z.object({
  /** Null while we can use the store. */
  closed: z.object({ as: StoreClosure, since: Instant }).nullable(),
  /** Store updates that wait until it opens. */
  waiting: z.int(),
  admin_url: z.url(),
});
export type StoreState = z.infer<typeof StoreState>;

export const getStoreState = endpoint({
  name: 'getStoreState',
  method: 'GET',
  path: '/store-state',
  summary: 'Whether we can use the store, and if not, why and since when.',
  access: 'signed-in',
  reply: z.object({ data: StoreState }),
});

export const checkStore = endpoint({
  name: 'checkStore',
  method: 'POST',
  path: '/store-state/check',
  summary: 'Asks a closed store now if it is open again. Otherwise we ask every five minutes.',
  access: 'signed-in',
  reply: z.object({ data: StoreState }),
});

export const reconnectStore = endpoint({
  name: 'reconnectStore',
  method: 'POST',
  path: '/store-state/reconnect',
  summary: 'The address in Shopify where the owner gives us access to the store again, in the same browser.',
  access: 'owner',
  reply: z.object({ authorize_url: z.url() }),
});
