import { Client } from 'pg';
import { startTemporaryPostgres } from './postgres/embedded-postgres.ts';
import { distribute } from '../server/src/base/db/distribute.ts';
import { migrate } from '../server/src/base/db/migrate.ts';

const template = 'courierdesk_template';

/**
 * One PostgreSQL for a run of vitest, with the migrated template that each test file copies. TEST_CLUSTER_URLS names the nodes of a
 * running Citus cluster to use instead, the coordinator first, as superuser and with a comma between them.
 */
export async function setup(): Promise<() => Promise<void>> {
  const nodes = process.env.TEST_CLUSTER_URLS?.split(',');
  if (nodes) return setUpCluster(nodes);
  const postgres = await startTemporaryPostgres();
  try {
    await createDatabase(postgres.adminUrl);
    await migrateTemplate(postgres.adminUrl);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  process.env.TEST_DATABASE_ADMIN_URLS = postgres.adminUrl;
  process.env.TEST_DATABASE_TEMPLATE = template;
  return () => postgres.stop();
}

/** The template is a database of each node, and so are its copies. */
async function setUpCluster(nodes: readonly string[]): Promise<() => Promise<void>> {
  const [coordinator = ''] = nodes;
  for (const node of nodes) {
    // A killed run leaves it behind.
    await onServer(node, `drop database if exists ${template} with (force)`);
    await createDatabase(node);
    await inTemplate(node, 'create extension citus');
  }
  for (const [at, node] of nodes.entries()) {
    const { hostname, port } = new URL(node);
    const add = at === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await inTemplate(coordinator, `select ${add}('${hostname}', ${port})`);
  }
  const urls = await migrateTemplate(coordinator);
  await inTemplate(coordinator, `alter database ${template} set citus.shard_count = 4`);
  await distribute(urls);
  // Each node has a process of Citus in the template, and a database that is in use cannot be copied.
  for (const node of nodes) {
    await onServer(node, `alter database ${template} allow_connections false`);
    await onServer(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`);
  }
  process.env.TEST_DATABASE_ADMIN_URLS = nodes.join(',');
  process.env.TEST_DATABASE_TEMPLATE = template;
  return async () => {
    for (const node of nodes) await onServer(node, `drop database ${template} with (force)`);
  };
}

const createDatabase = (server: string): Promise<void> => onServer(server, `create database ${template}`);

async function migrateTemplate(server: string): Promise<{ adminUrl: string; loginUrl: string }> {
  const login = new URL(templateUrl(server));
  login.username = 'courierdesk_login';
  login.password = 'test-login';
  const urls = { adminUrl: templateUrl(server), loginUrl: login.href };
  await migrate(urls);
  return urls;
}

const inTemplate = (server: string, statement: string): Promise<void> => onServer(templateUrl(server), statement);

function templateUrl(server: string): string {
  const url = new URL(server);
  url.pathname = `/${template}`;
  return url.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
