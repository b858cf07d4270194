import type { BatchCounts } from '@courierdesk/contract/batch';
import type { BatchesQuery } from '@courierdesk/contract/batches';
import { addDays, daysInOrder } from '@courierdesk/contract/dates';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { Batch } from '../../base/db/schema.ts';
import { notFound } from '../../base/errors.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { rowFrom, type Row } from './row.ts';
import { isUnfinished } from './unfinished-batches.ts';

export type BatchRecord = Selectable<Batch>;

export async function batchById(trx: Db, shopId: string, id: string): Promise<BatchRecord> {
  const batch = await trx
    .selectFrom('batch')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!batch) throw notFound('This batch');
  return batch;
}

/** Reads the batch and locks it until the transaction ends, so that its rows are changed one request at a time. */
export async function lockBatch(trx: Db, shopId: string, id: string): Promise<BatchRecord> {
  const batch = await trx
    .selectFrom('batch')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) throw notFound('This batch');
  return batch;
}

export function batchesPage(trx: Db, shopId: string, query: BatchesQuery): Promise<BatchRecord[]> {
  return matchingBatches(trx, shopId, query)
    .selectAll()
    .orderBy('number', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
}

export async function countBatches(trx: Db, shopId: string, query: BatchesQuery): Promise<number> {
  const row = await matchingBatches(trx, shopId, query)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

function matchingBatches(trx: Db, shopId: string, { unfinished, query, from, to }: BatchesQuery) {
  const days = daysInOrder(from, to);
  const startOf = (day: string) =>
    sql<Date>`${day}::timestamp at time zone (select time_zone from shop where id = ${shopId})`;
  return trx
    .selectFrom('batch')
    .where('shop_id', '=', shopId)
    .$if(unfinished === true, (batches) => batches.where(isUnfinished))
    .$if(Boolean(query), (batches) => batches.where(isAbout(shopId, query ?? '')))
    .$if(days.from !== undefined, (batches) => batches.where('created_at', '>=', startOf(days.from ?? '')))
    .$if(days.to !== undefined, (batches) => batches.where('created_at', '<', startOf(addDays(days.to ?? '', 1))));
}

const maxNumberDigits = 9;

/** A batch with this number, or with an order of this name or number. */
function isAbout(shopId: string, text: string) {
  const name = text.replace(/^#/, '');
  const number = /^\d+$/.test(name) && name.length <= maxNumberDigits ? Number(name) : null;
  const names = [name, `#${name}`].flatMap((one) => [one, one.toUpperCase()]);
  return sql<boolean>`(batch.number = ${number}::int or batch.id = any(array(
    select r.batch_id from batch_row as r join store_order as o on o.shop_id = r.shop_id and o.id = r.store_order_id
    where r.shop_id = ${shopId} and (o.name = any(${names}::text[]) or o.number = ${number}::int))))`;
}

/** Reads rows of a batch by position and locks them: all, those of `ids`, or those of `phones`. */
export async function lockRows(
  trx: Db,
  shopId: string,
  batchId: string,
  only: { ids?: readonly string[]; phones?: readonly string[] } = {},
): Promise<Row[]> {
  const { ids, phones } = only;
  let query = trx
    .selectFrom('batch_row')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .forUpdate();
  if (ids) query = query.where('id', '=', anyOf(ids));
  if (phones) query = query.where(sql<boolean>`fields ->> 'consignee_phone' = any(${[...phones]}::text[])`);
  const rows = await query.execute();
  return rows.map(rowFrom).toSorted((a, b) => a.position - b.position);
}

export type RowWithShipment = Row & {
  readonly shipment:
    | (Pick<
        ShipmentRow,
        'id' | 'company' | 'booking_state' | 'status' | 'tracking_number' | 'answer' | 'next_look_up_at'
      > & {
        readonly from_mirror: boolean;
      })
    | undefined;
};

/** Rows of a batch with their shipments: all, those of `ids`, or those that changed after `since`, a number of `batch.changes`. */
export async function rowsWithShipments(
  trx: Db,
  shopId: string,
  batchId: string,
  only: { ids?: readonly string[]; since?: number } = {},
): Promise<RowWithShipment[]> {
  let query = trx
    .selectFrom('batch_row as r')
    .leftJoin('shipment as s', (join) => join.onRef('s.shop_id', '=', 'r.shop_id').onRef('s.id', '=', 'r.shipment_id'))
    .selectAll('r')
    .select([
      's.company',
      's.booking_state',
      's.status',
      's.tracking_number',
      's.answer',
      's.next_look_up_at',
      's.from_mirror',
    ])
    .where('r.shop_id', '=', shopId)
    .where('r.batch_id', '=', batchId)
    .orderBy('r.position');
  const { ids, since } = only;
  if (ids) query = query.where('r.id', '=', anyOf(ids));
  // Trigger mark_row_changed sets r.change in every statement that changes what people see of a row.
  if (since !== undefined) query = query.where('r.change', '>', since);
  const rows = await query.execute();
  return rows.map(
    ({ company, booking_state, status, tracking_number, answer, next_look_up_at, from_mirror, ...row }) => ({
      ...rowFrom(row),
      shipment:
        row.shipment_id === null || company === null || booking_state === null || status === null || answer === null
          ? undefined
          : {
              ...{ id: row.shipment_id, company, booking_state, status, tracking_number, answer, next_look_up_at },
              from_mirror: from_mirror ?? false,
            },
    }),
  );
}

export type BatchTotals = {
  readonly counts: BatchCounts;
  readonly codReady: number;
  readonly codBooked: number;
  readonly endedAt: Date | null;
};

/** Counts and amounts of several batches by row state. */
export async function batchTotals(
  trx: Db,
  shopId: string,
  batchIds: readonly string[],
): Promise<Map<string, BatchTotals>> {
  const groups = await trx
    .selectFrom('batch_row')
    .select(({ fn }) => [
      'batch_id',
      'state',
      'ready',
      fn.countAll<number>().as('n'),
      fn.sum<number>('cod').as('cod'),
      fn.max('ended_at').as('ended_at'),
    ])
    .where('shop_id', '=', shopId)
    .where('batch_id', '=', anyOf(batchIds))
    .groupBy(['batch_id', 'state', 'ready'])
    .execute();
  const byBatch = Map.groupBy(groups, (group) => group.batch_id);
  return new Map(batchIds.map((id) => [id, totalsFrom(byBatch.get(id) ?? [])]));
}

type Group = { state: string; ready: boolean; n: number; cod: number | null; ended_at: Date | null };

function totalsFrom(groups: readonly Group[]): BatchTotals {
  const sum = (pick: (group: Group) => boolean, of: (group: Group) => number): number =>
    groups.filter(pick).reduce((total, group) => total + of(group), 0);
  const rows = (state: string): number =>
    sum(
      (group) => group.state === state,
      (group) => group.n,
    );
  const isReady = (group: Group): boolean => group.state === 'draft' && group.ready;
  const ends = groups.flatMap((group) => group.ended_at ?? []);
  const ready = sum(isReady, (group) => group.n);
  return {
    counts: {
      ready,
      look: rows('draft') - ready,
      left_out: rows('left-out'),
      queued: rows('queued'),
      booking: rows('booking'),
      booked: rows('booked'),
      failed: rows('failed'),
      uncertain: rows('uncertain'),
      changed: rows('changed'),
    },
    codReady: sum(isReady, (group) => group.cod ?? 0),
    codBooked: sum(
      (group) => group.state === 'booked',
      (group) => group.cod ?? 0,
    ),
    endedAt: ends.length > 0 ? new Date(Math.max(...ends.map((at) => at.getTime()))) : null,
  };
}
