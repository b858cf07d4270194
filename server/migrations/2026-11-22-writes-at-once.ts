import { sql, type Kysely } from 'kysely';

/** A transaction whose COMMIT is on its way already must not need a look at what it found: the database decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create function demand_one(n bigint) returns boolean language plpgsql as $$
begin
  if n <> 1 then raise exception 'not one row but %', n using errcode = 'CD001'; end if;
  return true;
end $$;
`,
    )
    .execute(db);
}
