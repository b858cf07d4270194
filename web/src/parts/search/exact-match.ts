import type { FoundOrder, FoundParcel } from '@courierdesk/contract/search';

type Matches = { readonly parcels: readonly FoundParcel[]; readonly orders: readonly FoundOrder[] };

/** What Enter or a scan opens without asking: the parcel with this number, or the only exact match. */
export function exactMatch({ parcels, orders }: Matches, text: string): FoundParcel | FoundOrder | undefined {
  const number = text.replaceAll(/\s/g, '').toUpperCase();
  const withNumber = parcels.find(({ tracking_number }) => tracking_number === number);
  if (withNumber) return withNumber;
  const exactOrders = orders.filter(({ exact }) => exact);
  const [parcel, ...otherParcels] = parcels.filter(({ exact }) => exact);
  if (!parcel) return exactOrders.length === 1 ? exactOrders[0] : undefined;
  // A store order and its own parcel are one match.
  const ownOrders = parcel.order_name.split(', ');
  const isOnly = otherParcels.length === 0 && exactOrders.every((order) => ownOrders.includes(order.order_name));
  return isOnly ? parcel : undefined;
}

export const looksLikeNumber = (text: string): boolean => /\p{Nd}/u.test(text);
