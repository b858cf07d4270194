import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { jobKinds } from './job-kinds.ts';

/** For jobs of shops. The policy lets one job of a key run at a time. */
const jobOptions = {
  // Each notice would wake all places of a kind in all processes.
  notify: false,
  /** A job of a process that was killed runs again after this time. */
  heartbeatSeconds: 30,
  expireInSeconds: 900,
  /** A job is never given up; what it works on may be. */
  retryLimit: 2_147_483_647,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  retentionSeconds: 10 * 365 * 86_400,
  deleteAfterSeconds: 60,
};

/** The job queue has its own schema. Its tables hold ids of our rows and no shop data. */
export async function migrateJobQueue(url: string, admin: pg.Client): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: 'pgboss', max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const kind of jobKinds) {
    await boss.createQueue(kind, { policy: 'key_strict_fifo' });
    await boss.updateQueue(kind, jobOptions);
  }
  await boss.stop({ graceful: false });
  await admin.query('grant usage on schema pgboss to courierdesk_tenant, courierdesk_system');
  // All our queues share one table, so the servers never create tables.
  await admin.query('revoke create on schema pgboss from courierdesk_tenant, courierdesk_system');
  await admin.query('grant all on all tables in schema pgboss to courierdesk_tenant, courierdesk_system');
  await admin.query('grant all on all sequences in schema pgboss to courierdesk_tenant, courierdesk_system');
  await admin.query('grant execute on all functions in schema pgboss to courierdesk_tenant, courierdesk_system');
}
