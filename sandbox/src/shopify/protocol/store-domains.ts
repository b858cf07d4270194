import type { SandboxContext } from '../../core/sandbox-context.ts';

/** What this file needs of a stored shop. */
type Named = {
  domain: string;
  newDomain?: string | undefined;
};

/** The name that the store has now. */
export function currentDomain(context: SandboxContext, domain: string): string {
  return storedShops(context).get(domain)?.newDomain ?? domain;
}

/** The name under which a store is stored, for any of its names. */
export function storedDomain(context: SandboxContext, domain: string): string {
  const shops = storedShops(context);
  if (shops.get(domain)) return domain;
  return [...shops.values()].find((shop) => shop.newDomain === domain)?.domain ?? domain;
}

const storedShops = (context: SandboxContext) => context.state.collection<Named>('shopify.shop');
