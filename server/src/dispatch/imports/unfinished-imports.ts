import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

const week = 7 * 86_400_000;

/** An import (`import`) that is under way, or that stopped within the last week. */
export const isUnfinished = (now: Date) =>
  sql<boolean>`(import.state = 'under-way'
    or (import.state = 'stopped' and import.created_at >= ${new Date(now.getTime() - week)}))`;

export async function countUnfinishedImports(
  trx: Db,
  shopId: string,
  now: Date,
): Promise<{ count: number; oldestAt: Date | null } | undefined> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*) as count, min(created_at) as "oldestAt" from import
    where shop_id = ${shopId} and import.state in ('under-way', 'stopped') and ${isUnfinished(now)}`.execute(trx);
  return rows[0];
}
