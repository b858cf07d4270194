import { sql, type Compilable, type OperationNodeSource } from 'kysely';
import { databaseCode, type Db } from './client.ts';

/**
 * Runs an update that must change exactly one row, and returns that row. Otherwise the database rolls the transaction
 * back, even when its COMMIT has already been sent.
 */
export async function updateExactlyOne<Row>(trx: Db, update: Compilable<Row> & OperationNodeSource): Promise<Row> {
  const { rows } = await sql<Row>`
    with updated as (${update})
    select updated.* from assert_one_row((select count(*) from updated)) left join updated on true`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('assert_one_row passed, but the update returned no row');
  return row;
}

/** The update did not match exactly one row. */
export const isNotExactlyOne = (error: unknown): boolean => databaseCode(error) === 'CD001';
