import { maxFilterTotal, type ShipmentsFilter } from '@courierdesk/contract/shipments';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { filtersOf, matchingShipments, withoutFilter, type ListRequest } from './shipment-filters.ts';

/** How many shipments there would be without each filter of a query, counted no further than a thousand. */
export async function filterTotals(
  trx: Db,
  asked: ListRequest,
): Promise<{ filter: ShipmentsFilter; without: number }[]> {
  const totals: { filter: ShipmentsFilter; without: number }[] = [];
  for (const filter of filtersOf(asked.query)) {
    const some = matchingShipments(trx, withoutFilter(asked, filter)).select('s.id').limit(maxFilterTotal).as('some');
    const row = await trx
      .selectFrom(some)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow();
    totals.push({ filter, without: row.n });
  }
  return totals;
}
