import { sql, type RawBuilder } from 'kysely';
import { isNodeAway, type Db } from './client.ts';
import { acrossShops, withShop } from './tenancy.ts';

export type RowsOfShops<T> = {
  readonly rows: readonly T[];
  /** Some shops could not be read, for this reason. */
  readonly away?: Error;
};

/**
 * Reads rows of all shops. `read` gets null, or the one shop that it should read. On a cluster, a node that is away stops only its own
 * shops: the other ones are read one by one. Throws when the database itself is away.
 */
export async function rowsOfShops<T>(
  db: Db,
  read: (trx: Db, shopId: string | null) => Promise<readonly T[]>,
): Promise<RowsOfShops<T>> {
  try {
    return { rows: await acrossShops(db, (trx) => read(trx, null)) };
  } catch (error) {
    if (!isNodeAway(error)) throw error;
    const { reachable, areAll } = await reachableShops(db);
    if (areAll) throw error;
    const rows: T[] = [];
    for (const id of reachable) {
      const ofShop = await withShop(db, id, (trx) => read(trx, id)).catch((failed: unknown) => {
        if (!isNodeAway(failed)) throw failed;
        return [];
      });
      rows.push(...ofShop);
    }
    return { rows, away: error };
  }
}

/** The condition of `read` above. A statement of one shop names it, so that a cluster asks only the node of the shop. */
export const isOfShop = (column: string, shopId: string | null): RawBuilder<boolean> =>
  shopId === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${shopId}`;

/** `shops_out_of_reach` is empty, but on a cluster: there `npm run distribute` gives it another body. */
async function reachableShops(db: Db): Promise<{ reachable: string[]; areAll: boolean }> {
  const { rows } = await acrossShops(db, (trx) =>
    sql<{ id: string; is_away: boolean }>`
      with away as materialized (select shops_out_of_reach() as id)
      select id, id in (select id from away) as is_away from shop order by id`.execute(trx),
  );
  const reachable = rows.filter((shop) => !shop.is_away).map(({ id }) => id);
  return { reachable, areAll: reachable.length === rows.length };
}

/** Nodes of a cluster that do not answer, as `db-2:5432`. Always empty on one PostgreSQL. */
export async function nodesOutOfReach(db: Db): Promise<string[]> {
  const { rows } = await acrossShops(db, (trx) =>
    sql<{ node: string }>`select nodes_out_of_reach() as node order by 1`.execute(trx),
  );
  return rows.map(({ node }) => node);
}
