import { sql, type Kysely } from 'kysely';

/** The shop's WhatsApp for its customers: international digits without a plus, or empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop_setting add column whatsapp_number text not null default ''`.execute(db);
}
