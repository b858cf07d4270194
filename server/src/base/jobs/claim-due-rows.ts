import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { DB } from '../db/schema.ts';

/**
 * Takes rows of a table that are due and writes `set` to them, in one statement. Rows that another worker is taking at
 * the same moment are skipped. `set` must move the rows out of `due`, usually by a lease: if the worker dies, they become
 * due again when it ends.
 */
export async function claimDueRows<Table extends keyof DB>(
  trx: Db,
  table: Table,
  claim: {
    /** Which rows are due; the columns of the table by their names. */
    readonly due: RawBuilder<unknown>;
    readonly orderBy: RawBuilder<unknown>;
    readonly limit: number;
    readonly set: RawBuilder<unknown>;
  },
): Promise<Selectable<DB[Table]>[]> {
  const { rows } = await sql<Selectable<DB[Table]>>`
    with due as materialized (
      select shop_id, id from ${sql.table(table)} where ${claim.due}
      order by ${claim.orderBy} limit ${claim.limit} for update skip locked)
    update ${sql.table(table)} set ${claim.set} where (shop_id, id) in (select shop_id, id from due)
    returning *`.execute(trx);
  return rows;
}
