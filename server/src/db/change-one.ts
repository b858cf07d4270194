import { sql, type Compilable, type OperationNodeSource } from 'kysely';
import { databaseCode, type Db } from './client.ts';

/**
 * A change that hits exactly one row, or nothing of its transaction stands: its COMMIT may be on its way already. The row
 * as it is then.
 */
export async function changeOne<Row>(trx: Db, change: Compilable<Row> & OperationNodeSource): Promise<Row> {
  const { rows } = await sql<Row>`
    with changed as (${change})
    select changed.* from demand_one((select count(*) from changed)) left join changed on true`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the database demanded one row and gave none');
  return row;
}

/** The row that a change was for is not there, or not as the change wants it. */
export const isNotOne = (error: unknown): boolean => databaseCode(error) === 'CD001';
