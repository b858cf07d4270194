import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../db/client.ts';
import type { DB } from '../db/schema.ts';
import { matchingShipments, type ListRequest, type ValueColumn } from './shipment-filters.ts';
import { inOrder, sortColumns } from './sort-shipments.ts';

/** Rows of the list that lie together, counted from its beginning, or from its end. */
export type Stretch = { readonly rows: number; readonly offset: number; readonly backwards: boolean };

type Ids = SelectQueryBuilder<DB & { s: { id: string } }, 's', { id: string }>;

/** The ids of a stretch of the list, in its order or backwards. */
export function idsInOrder(trx: Db, asked: ListRequest, { rows, offset, backwards }: Stretch): Ids {
  const { query } = asked;
  const each = oneByOne(asked);
  const found: Ids = each.length === 1 ? matchingShipments(trx, asked).select('s.id') : sideBySide();
  return inOrder(found, query, backwards)
    .limit(rows)
    .$if(offset > 0, (page) => page.offset(offset));

  /** Each value has its own place in an index, so that their lists are read side by side, as far as the page needs them. */
  function sideBySide(): Ids {
    const columns = sortColumns(query).map((column) => sql.ref(`s.${column}`).as(column));
    const lists = each.map((one) => {
      const list = inOrder(matchingShipments(trx, one).select(['s.id', ...columns]), query, backwards);
      return sql`${list.limit(rows + offset)}`;
    });
    return trx.selectFrom(sql<{ id: string }>`(${sql.join(lists, sql` union all `)})`.as('s')).select('s.id');
  }
}

/** Columns that a list may ask several values of; the first of them is read value by value. */
const severalOf: readonly ValueColumn[] = ['status', 'company', 'booked_by', 'tag'];

function oneByOne(asked: ListRequest): ListRequest[] {
  const column = severalOf.find((name) => asked.wanted.some((one) => one.column === name && one.values.length > 1));
  const values = asked.wanted.find((one) => one.column === column)?.values;
  if (!column || !values) return [asked];
  return values.map((value) => ({
    ...asked,
    wanted: asked.wanted.map((one) => (one.column === column ? { column, values: [value] } : one)),
  }));
}
