import { sql, type Kysely } from 'kysely';

/**
 * `cancel_tries` counts a question to the courier before it is asked: what is under way has been asked once more. A
 * booking remembers that the store could not be reached and the mirror was believed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
update shipment set cancel_tries = cancel_tries + 1 where booking_state = 'cancelling';
alter table shipment add column from_mirror boolean not null default false;
`,
    )
    .execute(db);
}
