import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { companies } from '@courierdesk/contract/companies';
import { Client } from 'pg';
import { addShop } from '../../scripts/isolated-stack/add-shop.ts';
import type { AddedShop } from '../../scripts/isolated-stack/add-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';

export type LoadedShop = {
  shipments: number;
} & AddedShop;

const loadShipments = readFileSync(new URL('load-shipments.sql', import.meta.url), 'utf8');

/** Shops with these numbers of shipments, in one database. Indexes are created after the rows, which is faster. */
export async function loadShops(
  stack: IsolatedStack,
  sizes: number[],
  log: (line: string) => void,
): Promise<LoadedShop[]> {
  const admin = new Client({ connectionString: stack.database.adminUrl });
  await admin.connect();
  try {
    await admin.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '64MB'`);
    const indexes = await dropIndexes(admin);
    // Without an index it reads the whole table for each row. These customers have no store orders that it could mark.
    await admin.query('alter table shipment disable trigger update_returned_before_on_insert');
    const shops: LoadedShop[] = [];
    for (const [index, shipments] of sizes.entries()) {
      const startedAt = performance.now();
      const shop = await addShop(stack, { name: `shop-${index + 1}-of-${shipments}`, users: 8 });
      const users = await admin.query<{ id: string }>('select id from app_user where shop_id = $1', [shop.shopId]);
      const userIds = users.rows.map(({ id }) => id);
      await admin.query(loadShipments, [shop.shopId, shop.accountIds, [...companies], shipments, new Date(), userIds]);
      shops.push({ ...shop, shipments });
      log(`  ${shipments.toLocaleString('en-US')} shipments in ${seconds(startedAt)} s`);
    }
    const startedAt = performance.now();
    for (const definition of indexes) await admin.query(definition);
    await admin.query('alter table shipment enable trigger update_returned_before_on_insert');
    await admin.query('vacuum analyze');
    log(`  indexes in ${seconds(startedAt)} s`);
    return shops;
  } finally {
    await admin.end();
  }
}

/** Background work reads these meanwhile. */
const kept = ['shipment_asking', 'shipment_look_up_due', 'shipment_cancelling', 'shipment_tracking'];

/** Drops the other indexes of `shipment` that serve no constraint. Returns the SQL that creates them again. */
async function dropIndexes(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where tablename = 'shipment' and indexname <> all($1)
       and indexname not in (select conname from pg_constraint where conrelid = 'shipment'::regclass)`,
    [kept],
  );
  for (const { indexname } of rows) await admin.query(`drop index ${indexname}`);
  return rows.map((row) => row.indexdef);
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0);
