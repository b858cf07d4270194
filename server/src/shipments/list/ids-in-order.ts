import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { DB } from '../../base/db/schema.ts';
import { matchingShipments, type ListRequest, type ValueColumn } from './shipment-filters.ts';
import { sortShipments, sortColumns } from './sort-shipments.ts';

/** Consecutive rows of the list, counted from its beginning or, if `backwards`, from its end. */
export type RowRange = { readonly rows: number; readonly offset: number; readonly backwards: boolean };

type Ids = SelectQueryBuilder<DB & { s: { id: string } }, 's', { id: string }>;

/** The ids of a range of the list, in its order or backwards. */
export function idsInOrder(trx: Db, request: ListRequest, { rows, offset, backwards }: RowRange): Ids {
  const { query } = request;
  const each = splitByValue(request);
  const found: Ids = each.length === 1 ? matchingShipments(trx, request).select('s.id') : unionOfValues();
  return sortShipments(found, query, backwards)
    .limit(rows)
    .$if(offset > 0, (page) => page.offset(offset));

  /**
   * Each value is a separate part of an index, so the parts are read in parallel, only as far as the page needs them.
   */
  function unionOfValues(): Ids {
    const columns = sortColumns(query).map((column) => sql.ref(`s.${column}`).as(column));
    const lists = each.map((one) => {
      const list = sortShipments(matchingShipments(trx, one).select(['s.id', ...columns]), query, backwards);
      return sql`${list.limit(rows + offset)}`;
    });
    return trx.selectFrom(sql<{ id: string }>`(${sql.join(lists, sql` union all `)})`.as('s')).select('s.id');
  }
}

/** Columns that can be filtered by several values. The first of them is read value by value. */
const multiValueColumns: readonly ValueColumn[] = ['status', 'company', 'booked_by', 'tag'];

function splitByValue(request: ListRequest): ListRequest[] {
  const column = multiValueColumns.find((name) =>
    request.valueFilters.some((one) => one.column === name && one.values.length > 1),
  );
  const values = request.valueFilters.find((one) => one.column === column)?.values;
  if (!column || !values) return [request];
  return values.map((value) => ({
    ...request,
    valueFilters: request.valueFilters.map((one) => (one.column === column ? { column, values: [value] } : one)),
  }));
}
