import { inOneLine } from '@courierdesk/contract/shop-look';
import type { Db } from '../../base/db/client.ts';

/** What the store says about the shop. */
export const storeDetails = (trx: Db, shopId: string) =>
  trx
    .selectFrom('shop')
    .select(['name', 'phone', 'email', 'address', 'city'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();

/** Null for a value that the store has too, so that it follows the store's later changes. A form leaves out spare blanks. */
export const ofStore = (value: string, inStore: string): string | null =>
  inOneLine(value) === inOneLine(inStore) ? null : value;
