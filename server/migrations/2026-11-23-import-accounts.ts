import { sql, type Kysely } from 'kysely';

/** Which of several accounts of a company follows the parcels of a fulfilment file: account ids by company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import add column accounts jsonb not null default '{}'`.execute(db);
}
