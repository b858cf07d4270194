import { sql, type Kysely } from 'kysely';

/** When a courier last said something new about a parcel. Empty for parcels from before: their last status counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shipment add column news_at timestamptz`.execute(db);
}
