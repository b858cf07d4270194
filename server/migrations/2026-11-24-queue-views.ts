import { sql, type Kysely } from 'kysely';

/** A saved view belongs to a page; names and the view that opens first are unique on each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table order_view add column page text not null default 'orders' check (page in ('orders', 'store-orders'));
alter table order_view alter column page drop default;
drop index order_view_name, order_view_default;
create unique index order_view_name on order_view (shop_id, user_id, page, lower(name));
create unique index order_view_default on order_view (shop_id, user_id, page) where is_default;
`,
    )
    .execute(db);
}
