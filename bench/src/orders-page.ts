import { spellingsOf } from '@courierdesk/contract/phones';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { ordersPageStatements } from '../../scripts/isolated-stack/orders-page-statements.ts';
import { atMost } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';
import { ordersPageCases, queryOf, searchOf } from './orders-page-cases.ts';
import type { OrdersPageCase } from './orders-page-cases.ts';
import { median } from './statistics.ts';
import { timedOrdersPage } from './timed-orders-page.ts';

/** Below this time of the bare SQL, a ratio says little: the API has a limit in milliseconds instead. */
const bareWorthComparingMs = 10;
const smallPageMs = 10;
/** No page may take longer, however slow its SQL is. */
const anyPageMs = 150;
const rounds = 20;
const warmUps = 5;

type MeasuredPage = {
  shipments: number;
  name: string;
  apiMs: number;
  bareMs: number;
  maxMs: number;
  total: number;
};

/** The API over HTTP and the same SQL on a bare connection, in turn, so that both run under the same load. */
export async function measureOrdersPages(
  url: string,
  adminUrl: string,
  shops: LoadedShop[],
  log: (line: string) => void,
): Promise<MeasuredPage[]> {
  const bare = new Client({ connectionString: adminUrl });
  await bare.connect();
  try {
    const measured: MeasuredPage[] = [];
    for (const one of ordersPageCases) {
      for (const page of await measureCase(url, bare, shops, one)) {
        measured.push(page);
        log(
          `  ${page.name}, ${page.shipments.toLocaleString('en-US')} shipments: API ${page.apiMs.toFixed(1)} ms, bare SQL ${page.bareMs.toFixed(1)} ms, ${page.total.toLocaleString('en-US')} found`,
        );
      }
    }
    return measured;
  } finally {
    await bare.end();
  }
}

type Turns = {
  shop: LoadedShop;
  api: number[];
  sql: number[];
  total: number;
};

/** The shops take turns as well, so that other load affects all sizes equally. */
async function measureCase(
  url: string,
  bare: Client,
  shops: LoadedShop[],
  one: OrdersPageCase,
): Promise<MeasuredPage[]> {
  const pages: Turns[] = [];
  for (const shop of sizesOf(one, shops))
    pages.push({ shop, api: [], sql: [], total: (await askApi(url, shop, one, 0)).total });
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const page of pages) {
      const turn = await takeTurn(url, bare, page, one, round);
      if (round < 0) continue;
      page.api.push(turn.apiMs);
      page.sql.push(turn.sqlMs);
    }
  }
  return pages.map(({ shop, api, sql, total }) => ({
    shipments: shop.shipments,
    name: one.name,
    apiMs: median(api),
    bareMs: median(sql),
    maxMs: one.maxMs ?? anyPageMs,
    total,
  }));
}

/** Figures that must not grow are measured in shops of every size, all others in the largest. */
const sizesOf = (one: OrdersPageCase, shops: LoadedShop[]): LoadedShop[] =>
  one.steady ? shops : shops.toSorted((a, b) => b.shipments - a.shipments).slice(0, 1);

async function searchIds(bare: Client, words: string): Promise<string[]> {
  const { rows } = await bare.query<{ id: string }>(
    'select distinct search_shipments(pattern) as id from unnest($1::text[]) as pattern',
    [spellingsOf(words)],
  );
  return rows.map(({ id }) => id);
}

async function takeTurn(
  url: string,
  bare: Client,
  { shop, total }: Turns,
  one: OrdersPageCase,
  round: number,
): Promise<{ apiMs: number; sqlMs: number }> {
  const now = new Date();
  const query = queryOf(one, shop.shipments, now);
  const { tookMs: apiMs } = await askApi(url, shop, one, round);
  // The search reads the shop from this setting, as it does in the product.
  await bare.query(`select set_config('app.shop_id', $1, false)`, [shop.shopId]);
  const sqlStart = performance.now();
  const found = query.query && !one.common ? await searchIds(bare, query.query) : undefined;
  const statements = await ordersPageStatements(
    { shopId: shop.shopId, timeZone: 'Asia/Karachi', query, now, found },
    total,
  );
  if (statements.total) await bare.query(statements.total.sql, statements.total.values);
  await bare.query(statements.page.sql, statements.page.values);
  const sqlMs = performance.now() - sqlStart;
  return { apiMs, sqlMs };
}

const askApi = (url: string, { shipments, tokens }: LoadedShop, one: OrdersPageCase, round: number) =>
  timedOrdersPage(url, tokens[round & 7] ?? '', searchOf(one, shipments, new Date()));

export function ordersPageFigures(pages: MeasuredPage[]): Figure[] {
  const perPage = pages.flatMap(({ shipments, name, apiMs, bareMs, maxMs }) => {
    const what = `orders page of ${shipments.toLocaleString('en-US')}, ${name.replaceAll('-', ' ')}`;
    const bare = `bare SQL ${bareMs.toFixed(1)} ms`;
    if (bareMs < bareWorthComparingMs) return [atMost(`${what} (${bare})`, apiMs, smallPageMs, 'ms')];
    return [
      atMost(`${what}: against bare SQL (${bare})`, apiMs / bareMs, 2, 'times'),
      atMost(what, apiMs, maxMs, 'ms'),
    ];
  });
  return [...perPage, ...growthFigures(pages)];
}

function growthFigures(pages: MeasuredPage[]): Figure[] {
  const sizes = pages.map((page) => page.shipments);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  return ['unfiltered', 'one-status'].map((name) => {
    const at = (size: number): number =>
      pages.find((page) => page.name === name && page.shipments === size)?.apiMs ?? Number.NaN;
    const from = `${smallest.toLocaleString('en-US')} to ${largest.toLocaleString('en-US')}`;
    return atMost(
      `orders page, growth from ${from}, ${name.replaceAll('-', ' ')}`,
      at(largest) / at(smallest),
      1.5,
      'times',
    );
  });
}
