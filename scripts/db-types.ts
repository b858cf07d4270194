import pg from 'pg';
import { startTemporaryPostgres } from './postgres/embedded-postgres.ts';
import { migrate } from '../server/src/base/db/migrate.ts';
import { runTool } from './step.ts';

const types = 'server/src/base/db/schema.ts';

// Run after a new migration: writes the types of the tables of a newly migrated database.
const cluster = await startTemporaryPostgres();
try {
  const client = new pg.Client({ connectionString: cluster.adminUrl });
  await client.connect();
  await client.query('create database courierdesk_types');
  await client.end();
  const admin = new URL(cluster.adminUrl);
  admin.pathname = '/courierdesk_types';
  const login = new URL(admin);
  [login.username, login.password] = ['courierdesk_login', 'types'];
  await migrate({ adminUrl: admin.href, loginUrl: login.href });
  const which = ['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'public.kysely*'];
  const generated = await runTool(
    ['kysely-codegen', '--dialect', 'postgres', '--url', admin.href, '--out-file', types, ...which],
    { verbose: true },
  );
  if (!generated || !(await runTool(['oxfmt', types], { verbose: true }))) process.exitCode = 1;
} finally {
  await cluster.stop();
}
