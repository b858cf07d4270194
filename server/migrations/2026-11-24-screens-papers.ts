import { sql, type Kysely } from 'kysely';

/** A print that ends with the load sheets of its parcels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table label_print add column with_load_sheets boolean not null default false`.execute(db);
}
