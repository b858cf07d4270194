import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DB } from '../../server/src/db/schema.ts';
import type { Asked } from '../../server/src/shipments/shipment-filters.ts';
import { countShipments, listShipments } from '../../server/src/shipments/list-shipments.ts';

export interface Statement {
  sql: string;
  values: unknown[];
}

/** What the server asks the database for one page of the Orders page, of `total` rows: the total, then the rows. */
export async function ordersPageStatements(page: Asked, total: number): Promise<[total: Statement, list: Statement]> {
  const asked: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, values: [...parameters] }),
  });
  // No database stands behind this, so that the row with the total is missing.
  await countShipments(db, page).catch(() => undefined);
  await listShipments(db, page, total);
  const [count, list] = asked;
  if (!count || !list || asked.length !== 2) throw new Error(`the Orders page asks ${asked.length} times, not twice`);
  return [count, list];
}
