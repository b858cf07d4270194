import { z } from 'zod';
import type { PlatformAccess, PlatformShop } from '../platform.ts';
import type { Shopify } from './client.ts';
import { platformShop, ShopReply } from './mapping.ts';
import { ShopInfo } from './operations.ts';

export async function shopInfo(shopify: Shopify, access: PlatformAccess): Promise<PlatformShop> {
  const { shop } = await shopify.ask(access, { document: ShopInfo, reply: z.object({ shop: ShopReply }) });
  return platformShop(shop);
}
