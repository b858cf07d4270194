import { inParts } from '@courierdesk/contract/in-parts';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import type { validateRow } from './validate-row.ts';
import type { BatchRecord } from './queries.ts';
import { isBookable, type RowDraft } from './row.ts';
import { withSameCustomers } from './same-customers.ts';

/** If the same person asks for the same orders again within this time, it counts as a repeated click. */
const repeatedClickMs = 60_000;
const insertedAtOnce = 200;

/** Locks the shop's counter: a second request waits here, and then sees the first one's batch. */
export async function nextBatchNumber(trx: Db, shopId: string): Promise<number> {
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

/** The unedited draft that a repeated click made a moment ago. The new batch number is returned to the counter. */
export async function recentIdenticalBatch(
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
    .where('created_at', '>', new Date(now.getTime() - repeatedClickMs))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!same) return undefined;
  const editedRow = await trx
    .selectFrom('batch_row')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('batch_id', '=', same.id)
    .where((where) => where.or([where('revision', '>', 1), where('state', '<>', 'draft')]))
    .limit(1)
    .executeTakeFirst();
  if (editedRow) return undefined;
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

type NewRow = RowDraft &
  ReturnType<typeof validateRow> & { readonly id: string; readonly store_order_id: string; readonly state: 'draft' };

export async function insertRows(trx: Db, batch: BatchRecord, rows: readonly NewRow[]): Promise<void> {
  const issues = withSameCustomers(rows);
  const values = rows.map((row, position) => {
    const own = issues[position] ?? row.issues;
    return {
      shop_id: batch.shop_id,
      batch_id: batch.id,
      id: row.id,
      position,
      store_order_id: row.store_order_id,
      state: row.state,
      attempt: 0,
      ready: isBookable(own),
      fields: JSON.stringify(row.fields),
      destination_name: row.destination_name,
      account_id: row.fields.tracking_account,
      account_because: row.account_because,
      cod: row.cod,
      facts: JSON.stringify(row.facts),
      version: row.version,
      issues: JSON.stringify(own),
    };
  });
  for (const part of inParts(values, insertedAtOnce)) await trx.insertInto('batch_row').values(part).execute();
}
