import { companies, type Company } from '@courierdesk/contract/companies';
import type { Config } from '../../server/src/base/config.ts';

/** The couriers whose addresses lead to the sandbox. No other courier knows the demo's accounts. */
export function simulatedCouriers({ couriers, shopify }: Config): Company[] {
  const addresses: Record<Company, readonly string[]> = {
    LEOPARD: [couriers.leopard],
    MNP: [couriers.mnp, couriers.mnpTracking],
    POSTEX: [couriers.postex],
    TCS: [couriers.tcs],
  };
  const sandbox = originOf(shopify.origin.replace('{shop}', 'shop'));
  return companies.filter((company) => addresses[company].every((address) => originOf(address) === sandbox));
}

const originOf = (address: string): string => new URL(address).origin;
