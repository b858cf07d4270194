import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DB } from '../../server/src/db/schema.ts';
import { askedPlainly, type ListRequest } from '../../server/src/orders-list/shipment-filters.ts';
import { totalForList } from '../../server/src/orders-list/count-shipments.ts';
import {
  fromBeginning,
  fromNearerEnd,
  isKnownPage,
  isNearBeginning,
  keepIds,
  keptShipments,
  knownPage,
} from '../../server/src/orders-list/list-shipments.ts';

export interface Statement {
  sql: string;
  values: unknown[];
}

/** What the server asks the database for a page of the Orders page. */
export interface OrdersPageStatements {
  total: Statement;
  /** All of the page, or its ids, kept until the transaction ends. */
  page: Statement;
  /** What is shown of the ids that were kept. */
  rows: Statement | undefined;
}

/** For a page of `total` rows. */
export async function ordersPageStatements(
  { shopId, timeZone, query, now, common }: Omit<ListRequest, 'wanted'>,
  total: number,
): Promise<OrdersPageStatements> {
  const asked = { ...askedPlainly({ shopId, shop: { timeZone } }, query, now), common };
  const sent: Statement[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => void sent.push({ sql, values: [...parameters] }),
  });
  // No database stands behind this, so that the row with the total is missing.
  await totalForList(db, asked).catch(() => undefined);
  if (isKnownPage(asked)) {
    await knownPage(db, asked);
  } else {
    const page = fromBeginning(asked.query);
    await keepIds(db, asked, isNearBeginning(page) ? page : fromNearerEnd(asked.query, total));
    await keptShipments(db, asked.shopId);
  }
  const [count, found, rows] = sent;
  if (!count || !found || sent.length !== (isKnownPage(asked) ? 2 : 3))
    throw new Error(`the Orders page asks ${sent.length} times`);
  return { total: count, page: found, rows };
}
