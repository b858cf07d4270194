import type { ShipmentsFilter } from '@courierdesk/contract/shipment-filters';
import { maxFilterTotal } from '@courierdesk/contract/shipments';
import type { Db } from '../../base/db/client.ts';
import { countSome } from './count-shipments.ts';
import { filtersOf, withoutFilter, type ListRequest } from './shipment-filters.ts';

/** For each filter of a query, the number of shipments without it, counted up to a maximum. */
export async function filterTotals(
  trx: Db,
  request: ListRequest,
): Promise<{ filter: ShipmentsFilter; without: number }[]> {
  const totals: { filter: ShipmentsFilter; without: number }[] = [];
  for (const filter of filtersOf(request.query)) {
    const without = await countSome(trx, withoutFilter(request, filter), maxFilterTotal);
    totals.push({ filter, without });
  }
  return totals;
}
