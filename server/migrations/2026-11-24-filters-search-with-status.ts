import { sql, type Kysely } from 'kysely';

/** A search for common words within one status reads the rows of that status alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create index shipment_status_words on shipment (shop_id, status, booked_at desc, id desc)
  include (search_text) where tracking_number is not null;
`,
    )
    .execute(db);
}
