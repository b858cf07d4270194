import { Client } from 'pg';

/** Sets up what no screen of the product can. */
export type Database = {
  /** A colleague of the demo shop's staff, with the same password and, by default, the same access. */
  addColleague(email: string, standing: Standing): Promise<void>;
  /** As if the person had set up an authenticator app. */
  turnTwoFactorOn(email: string): Promise<void>;
  /** As if the batch had been compared with the store an hour ago. */
  ageBatch(id: string): Promise<void>;
  /** As if some paid parcel of the demo shop had ended three years ago. */
  ageSomeParcel(): Promise<void>;
  /** As if the courier of a parcel had given it a number that another courier uses. */
  changeNumber(from: string, to: string): Promise<void>;
  /** Takes all bookings of this month but `left` from a shop's plan. */
  leaveBookings(domain: string, left: number): Promise<void>;
  /** As if a background job of the demo shop had failed again and again. */
  addFailingJob(kind: string): Promise<void>;
};

type Standing = {
  is_active: boolean;
  is_verified_user: boolean;
  access_scopes?: string[];
  tag?: string;
};

const freeBookings = 5000;

export function databaseAt(url: string): Database {
  const run = async (sql: string, values: unknown[]): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rowCount } = await client.query(sql, values);
      if (rowCount !== 1) throw new Error(`${rowCount ?? 0} rows were changed instead of one`);
    } finally {
      await client.end();
    }
  };
  return {
    addColleague: (email, { is_active, is_verified_user, access_scopes, tag }) =>
      run(
        `insert into app_user (shop_id, id, email, first_name, last_name, password_hash, role, tag, access_scopes,
           is_active, is_verified_user, created_at)
         select shop_id, substr(md5($1), 1, 24), $1, 'Former', 'Colleague', password_hash, role,
           coalesce($5, substr(md5($1), 1, 8)), coalesce($4, access_scopes), $2, $3, created_at
         from app_user where email = 'staff@demo.store'`,
        [email, is_active, is_verified_user, access_scopes ?? null, tag ?? null],
      ),
    turnTwoFactorOn: (email) => run('update app_user set two_factor_enabled = true where email = $1', [email]),
    ageBatch: (id) => run(`update batch set read_at = now() - interval '1 hour' where id = $1`, [id]),
    ageSomeParcel: () =>
      run(
        `update shipment set created_at = created_at - interval '3 years', status_at = status_at - interval '3 years',
           delivered_at = delivered_at - interval '3 years'
         where id = (
           select s.id from shipment as s join app_user as u on u.shop_id = s.shop_id
           where u.email = 'staff@demo.store' and s.status = 'DELIVERED' and s.payment_status = 'PAID' limit 1)`,
        [],
      ),
    changeNumber: (from, to) => run('update shipment set tracking_number = $2 where tracking_number = $1', [from, to]),
    leaveBookings: (domain, left) =>
      run(
        `insert into plan_usage (shop_id, month, used)
         select id, to_char(now() at time zone time_zone, 'YYYY-MM'), $2 from shop where domain = $1
         on conflict (shop_id, month) do update set used = excluded.used`,
        [domain, freeBookings - left],
      ),
    addFailingJob: (kind) =>
      run(
        `insert into pgboss.job (name, policy, state, singleton_key, group_id, retry_count, retry_limit, start_after, created_on)
         select $1, 'key_strict_fifo', 'retry', 'added-by-a-test', shop_id, 6, 100, now() + interval '5 minutes',
           now() - interval '40 minutes'
         from app_user where email = 'owner@demo.store'`,
        [kind],
      ),
  };
}
