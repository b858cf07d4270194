import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** The job queue has its own schema. Its tables hold ids of our rows and no shop data. */
export async function migrateJobQueue(url: string, admin: pg.Client): Promise<void> {
  await admin.query('select pg_advisory_lock(723104502)');
  try {
    const boss = new PgBoss({ connectionString: url, schema: 'pgboss', max: 2, supervise: false, schedule: false });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.stop({ graceful: false });
    await admin.query('grant usage on schema pgboss to courierdesk_tenant');
    // All our queues share one table, so the servers never create tables.
    await admin.query('revoke create on schema pgboss from courierdesk_tenant');
    await admin.query('grant all on all tables in schema pgboss to courierdesk_tenant');
    await admin.query('grant all on all sequences in schema pgboss to courierdesk_tenant');
    await admin.query('grant execute on all functions in schema pgboss to courierdesk_tenant');
  } finally {
    await admin.query('select pg_advisory_unlock(723104502)');
  }
}
