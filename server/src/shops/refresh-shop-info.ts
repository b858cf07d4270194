import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { infoColumns } from './install-shop.ts';
import { platformAccess } from './platform-access.ts';

/** Updates the shop's name, address, time zone and other data from the store. */
export async function refreshShopInfo(context: Context, shopId: string): Promise<void> {
  const info = await context.platform.shopInfo(await platformAccess(context, shopId));
  await withShop(context.db, shopId, (trx) =>
    trx.updateTable('shop').set(infoColumns(info)).where('id', '=', shopId).execute(),
  );
}
