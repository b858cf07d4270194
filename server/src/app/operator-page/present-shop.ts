import type { StuckWork } from '@courierdesk/contract/operator';

/** Columns of a row. Some work belongs to no shop. */
export type OfShop = { readonly shop_id: string | null; readonly domain: string | null };

export const presentShop = ({ shop_id: id, domain }: OfShop): StuckWork['shop'] =>
  id !== null && domain !== null ? { id, domain } : null;
