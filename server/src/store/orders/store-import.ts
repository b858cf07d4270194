import type { StoreImport } from '@courierdesk/contract/store-import';
import type { Selectable } from 'kysely';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { StoreSync } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';

type ImportColumns = Pick<
  Selectable<StoreSync>,
  | 'backfill_phase'
  | 'backfill_started_at'
  | 'backfill_since'
  | 'backfill_expected'
  | 'backfill_read'
  | 'failures'
  | 'last_error'
  | 'next_at'
>;

/** The shop's first import of orders; null when none is running. */
export async function storeImport(context: Context, { shopId }: Actor): Promise<StoreImport | null> {
  const row = await withShop(context.db, shopId, (trx) => importRow(trx, shopId).executeTakeFirst());
  return row ? presentImport(row) : null;
}

export const importRow = (trx: Db, shopId: string) =>
  trx
    .selectFrom('store_sync')
    .select([
      'backfill_phase',
      'backfill_started_at',
      'backfill_since',
      'backfill_expected',
      'backfill_read',
      'failures',
      'last_error',
      'next_at',
    ])
    .where('shop_id', '=', shopId);

export function presentImport(row: ImportColumns): StoreImport | null {
  const { backfill_phase: phase, backfill_started_at: startedAt, backfill_since: since } = row;
  const { backfill_expected: expected } = row;
  if (!phase || !startedAt || !since) return null;
  return {
    phase: phase === 'export' ? 'preparing' : 'importing',
    // Orders that were placed or changed since we counted are read as well.
    done: expected === null ? row.backfill_read : Math.min(row.backfill_read, expected),
    expected,
    started_at: startedAt.toISOString(),
    since: since.toISOString(),
    failure: row.failures > 0 ? { reason: row.last_error, next_try_at: row.next_at.toISOString() } : null,
  };
}
