import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DB } from '../../server/src/base/db/schema.ts';
import { plainListRequest, type ListRequest } from '../../server/src/shipments/list/shipment-filters.ts';
import { totalForList } from '../../server/src/shipments/list/count-shipments.ts';
import {
  fromBeginning,
  fromNearerEnd,
  isNearBeginning,
  shipmentsInRange,
} from '../../server/src/shipments/list/list-shipments.ts';

type Statement = {
  sql: string;
  values: unknown[];
};

/** The SQL statements that the server sends for one page of the orders list. */
type OrdersPageStatements = {
  /** None for a search without other filters, which has its total already. */
  total: Statement | undefined;
  page: Statement;
};

/** For a page of `total` rows. */
export async function ordersPageStatements(
  { shopId, timeZone, query, now, found }: Omit<ListRequest, 'valueFilters'>,
  total: number,
): Promise<OrdersPageStatements> {
  const request = { ...plainListRequest({ shopId, shop: { timeZone } }, query, now), found };
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
  // There is no database behind this, so the row with the total is missing.
  await totalForList(db, request).catch(() => undefined);
  const page = fromBeginning(request.query);
  await shipmentsInRange(db, request, isNearBeginning(page) ? page : fromNearerEnd(request.query, total)).execute();
  const rows = sent.at(-1);
  const count = sent.at(-2);
  if (!rows || sent.length > 2) throw new Error(`the Orders page asks ${sent.length} times`);
  return { total: count, page: rows };
}
