import type { UnfinishedQuery } from '@courierdesk/contract/paging';
import type { ImportRowsQuery } from '@courierdesk/contract/import-rows-query';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { Import, ImportRow } from '../../base/db/schema.ts';
import { notFound } from '../../base/errors.ts';
import { isUnfinished } from './unfinished-imports.ts';

export type ImportTable = Selectable<Import>;
export type RowTable = Selectable<ImportRow>;

/** How the activity log names an import. */
export const importLabel = ({ file_name: name }: Pick<ImportTable, 'file_name'>): string =>
  name || 'without a file name';

export async function importById(trx: Db, shopId: string, id: string): Promise<ImportTable> {
  const row = await trx
    .selectFrom('import')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('This import');
  return row;
}

/** Newest first. */
export function importsPage(
  trx: Db,
  shopId: string,
  { page, limit, unfinished }: UnfinishedQuery,
  now: Date,
): Promise<ImportTable[]> {
  return trx
    .selectFrom('import')
    .selectAll()
    .where('shop_id', '=', shopId)
    .$if(unfinished === true, (imports) => imports.where(isUnfinished(now)))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countImports(
  trx: Db,
  shopId: string,
  { unfinished }: UnfinishedQuery,
  now: Date,
): Promise<number> {
  const row = await trx
    .selectFrom('import')
    .select(sql<number>`count(*)`.as('n'))
    .where('shop_id', '=', shopId)
    .$if(unfinished === true, (imports) => imports.where(isUnfinished(now)))
    .executeTakeFirstOrThrow();
  return row.n;
}

type Key = Pick<ImportTable, 'shop_id' | 'id'>;

/** Rows in the order of the file, from a position on. */
export function rowsFrom(trx: Db, key: Key, position: number, limit: number, state?: string): Promise<RowTable[]> {
  return trx
    .selectFrom('import_row')
    .selectAll()
    .where('shop_id', '=', key.shop_id)
    .where('import_id', '=', key.id)
    .where('position', '>=', position)
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? ''))
    .orderBy('position')
    .limit(limit)
    .execute();
}

export type ShownRow = RowTable & {
  shipment_order_name: string | null;
  store_state: string | null;
  store_message: string | null;
};

/** A page of results, with the state of the store update of each fulfilled order. */
export function rowsPage(trx: Db, key: Key, { page, limit, state }: ImportRowsQuery): Promise<ShownRow[]> {
  const rows = trx
    .selectFrom('import_row')
    .selectAll()
    .where('shop_id', '=', key.shop_id)
    .where('import_id', '=', key.id)
    .$if(state !== undefined, (some) => some.where('state', '=', state ?? ''))
    .orderBy('position')
    .limit(limit)
    .offset((page - 1) * limit)
    .as('r');
  return trx
    .selectFrom(rows)
    .leftJoin('shipment as s', (join) => join.on('s.shop_id', '=', key.shop_id).onRef('s.id', '=', 'r.shipment_id'))
    .selectAll('r')
    .select('s.order_name as shipment_order_name')
    .select([
      storeState(key.shop_id, 'state').as('store_state'),
      storeState(key.shop_id, 'message').as('store_message'),
    ])
    .orderBy('r.position')
    .execute();
}

/** Of the row's parcel (`s`). */
const storeState = (shopId: string, column: 'state' | 'message') =>
  sql<string | null>`(select ${sql.ref(`w.${column}`)} from desired_store_state w
    where w.shop_id = ${shopId} and w.shipment_id = s.id limit 1)`;
