import type { UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import type { judgeRow } from './judge-row.ts';
import type { BatchRecord } from './queries.ts';
import { isSound, type RowDraft } from './row.ts';
import { withSameCustomers } from './same-customers.ts';

/** Within this time the same orders asked for by the same person are the same click. */
const sameClickMs = 60_000;
const insertedAtOnce = 200;

/** Numbers are given one shop at a time: who comes second waits here, and then sees the first one's batch. */
export async function nextNumber(trx: Db, shopId: string): Promise<number> {
  const { last } = await trx
    .insertInto('batch_count')
    .values({ shop_id: shopId, last: 1 })
    .onConflict((conflict) =>
      conflict.column('shop_id').doUpdateSet((eb) => ({ last: eb('batch_count.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** The untouched draft that this very click has made before. Its number is given back. */
export async function sameClick(
  trx: Db,
  { shopId, userId }: UserActor,
  hash: string,
  now: Date,
): Promise<BatchRecord | undefined> {
  const same = await trx
    .selectFrom('batch')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('created_by_user_id', '=', userId)
    .where('orders_hash', '=', hash)
    .where('started_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - sameClickMs))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!same) return undefined;
  const touched = await trx
    .selectFrom('batch_row')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('batch_id', '=', same.id)
    .where((where) => where.or([where('revision', '>', 1), where('state', '<>', 'draft')]))
    .limit(1)
    .executeTakeFirst();
  if (touched) return undefined;
  await trx
    .updateTable('batch_count')
    .set((eb) => ({ last: eb('last', '-', 1) }))
    .where('shop_id', '=', shopId)
    .execute();
  return same;
}

export function insertBatch(
  trx: Db,
  actor: UserActor,
  { number, hash, usual, now }: { number: number; hash: string; usual: number | null; now: Date },
): Promise<BatchRecord> {
  return trx
    .insertInto('batch')
    .values({
      shop_id: actor.shopId,
      id: newId(now),
      number,
      created_by: actor.name,
      created_by_user_id: actor.userId,
      orders_hash: hash,
      usual_cod: usual,
      read_due_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type NewRow = RowDraft &
  ReturnType<typeof judgeRow> & { readonly id: string; readonly store_order_id: string; readonly state: 'draft' };

export async function insertRows(trx: Db, batch: BatchRecord, rows: readonly NewRow[]): Promise<void> {
  const doubts = withSameCustomers(rows);
  const values = rows.map((row, position) => {
    const own = doubts[position] ?? row.doubts;
    return {
      shop_id: batch.shop_id,
      batch_id: batch.id,
      id: row.id,
      position,
      store_order_id: row.store_order_id,
      state: row.state,
      attempt: 0,
      ready: isSound(own),
      fields: JSON.stringify(row.fields),
      destination_name: row.destination_name,
      account_id: row.fields.tracking_account,
      account_because: row.account_because,
      cod: row.cod,
      facts: JSON.stringify(row.facts),
      version: row.version,
      doubts: JSON.stringify(own),
    };
  });
  for (let start = 0; start < values.length; start += insertedAtOnce)
    await trx
      .insertInto('batch_row')
      .values(values.slice(start, start + insertedAtOnce))
      .execute();
}
