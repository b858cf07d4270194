import { sql, type Kysely } from 'kysely';

/**
 * Store orders keep the weights of the store: grams of the order, and of one unit in each line. 0 until an order is read
 * again. Rows of batches know the weights of the store and of the shop apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table store_order add column weight integer not null default 0;
update store_order set lines = (
  select jsonb_agg(line.value || '{"grams": 0}'::jsonb order by line.position)
  from jsonb_array_elements(lines) with ordinality as line (value, position))
where jsonb_array_length(lines) > 0;
update batch_row set facts = facts || jsonb_build_object(
  'store_weight', 0, 'default_weight', facts->'weight', 'weight_source', 'shop', 'item_count', 0);
`,
    )
    .execute(db);
}
