import type { ShipmentsFilter } from '@courierdesk/contract/shipment-filters';
import { maxFilterTotal } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { filtersOf, matchingShipments, withoutFilter, type ListRequest } from './shipment-filters.ts';

/** For each filter of a query, the number of shipments without it, counted up to a maximum. */
export async function filterTotals(
  trx: Db,
  request: ListRequest,
): Promise<{ filter: ShipmentsFilter; without: number }[]> {
  const totals: { filter: ShipmentsFilter; without: number }[] = [];
  for (const filter of filtersOf(request.query)) {
    const matches = matchingShipments(trx, withoutFilter(request, filter))
      .select('s.id')
      .limit(maxFilterTotal)
      .as('matches');
    const row = await trx
      .selectFrom(matches)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    totals.push({ filter, without: row.n });
  }
  return totals;
}
