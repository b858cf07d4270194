import { z } from 'zod';
import type { PlatformAccess, PlatformShop } from '../platform.ts';
import type { Shopify } from './client.ts';
import { platformShop, ShopReply } from './mapping.ts';
import { GrantedScopes, ShopInfo } from './operations.ts';

export async function shopInfo(shopify: Shopify, access: PlatformAccess): Promise<PlatformShop> {
  const { shop } = await shopify.ask(access, { document: ShopInfo, reply: z.object({ shop: ShopReply }) });
  return platformShop(shop);
}

export async function grantedScopes(shopify: Shopify, access: PlatformAccess): Promise<string[]> {
  const { currentAppInstallation } = await shopify.ask(access, { document: GrantedScopes, reply: GrantedScopesReply });
  return currentAppInstallation.accessScopes.map(({ handle }) => handle);
}

const GrantedScopesReply = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});
