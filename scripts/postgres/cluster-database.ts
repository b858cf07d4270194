import { Client } from 'pg';
import { distribute } from '../../server/src/base/db/distribute.ts';
import { migrate } from '../../server/src/base/db/migrate.ts';

type ClusterDatabase = { readonly loginUrl: string; readonly adminUrl: string };

/**
 * A migrated database of a Citus cluster, whose tables are spread over the nodes. `nodes` are their addresses as superuser, the
 * coordinator first. An older database of this name is dropped.
 */
export async function createClusterDatabase(nodes: readonly string[], name: string): Promise<ClusterDatabase> {
  const [coordinator = ''] = nodes;
  for (const node of nodes) {
    await onServer(node, `drop database if exists ${name} with (force)`);
    await onServer(node, `create database ${name}`);
    await onServer(databaseOf(node, name), 'create extension citus');
  }
  for (const [at, node] of nodes.entries()) {
    const { hostname, port } = new URL(node);
    const add = at === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await onServer(databaseOf(coordinator, name), `select ${add}('${hostname}', ${port})`);
  }
  const urls = await migrateDatabase(coordinator, name);
  await onServer(urls.adminUrl, `alter database ${name} set citus.shard_count = 4`);
  await distribute(urls);
  return urls;
}

export async function dropClusterDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) await onServer(node, `drop database ${name} with (force)`);
}

/** A migrated database of one server, with the login role of the tests. */
export async function createDatabase(server: string, name: string): Promise<ClusterDatabase> {
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `create database ${name}`);
  return migrateDatabase(server, name);
}

async function migrateDatabase(server: string, name: string): Promise<ClusterDatabase> {
  const login = new URL(databaseOf(server, name));
  login.username = 'courierdesk_login';
  login.password = 'test-login';
  const urls = { adminUrl: databaseOf(server, name), loginUrl: login.href };
  await migrate(urls);
  return urls;
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer<Row = unknown>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement, [...values]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
