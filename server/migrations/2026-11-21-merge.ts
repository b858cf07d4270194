import { sql, type Kysely } from 'kysely';

/** Orders of one phone number that wait to be booked are found by it, without reading those that do not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create index store_order_open_phones on store_order (shop_id, phone, placed_at)
  where cancelled_at is null and deleted_at is null and to_ship > 0 and not held and phone <> ''
`.execute(db);
}
