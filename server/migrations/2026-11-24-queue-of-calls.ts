import { sql, type Kysely } from 'kysely';

/** Calls to couriers, running and waiting, in one queue per account. Replaces fixed slots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table courier_slot`.execute(db);
  await sql`
    create table courier_call (
      shop_id text not null,
      account_id text not null,
      id text not null,
      place bigint generated always as identity,
      running boolean not null default false,
      lease_until timestamptz not null,
      primary key (shop_id, account_id, id),
      foreign key (shop_id, account_id) references courier_account on delete cascade
    )`.execute(db);
  await sql`alter table courier_call enable row level security`.execute(db);
  await sql`
    create policy tenant on courier_call to courierdesk_tenant
      using (shop_id = current_setting('app.shop_id', true))
      with check (shop_id = current_setting('app.shop_id', true))`.execute(db);
  await sql`create policy across_shops on courier_call to courierdesk_system using (true) with check (true)`.execute(
    db,
  );
  await sql`
    grant select, insert, update, delete on courier_call to courierdesk_tenant, courierdesk_system`.execute(db);
}
