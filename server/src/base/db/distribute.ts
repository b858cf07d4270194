import pg from 'pg';

/**
 * Spreads the tables of a migrated database over the nodes of its Citus cluster: all rows of a shop are on one node, `shop` is on
 * each. Does only what is not done yet, so it is run again after an upgrade, whose migrations may have added tables.
 */
export async function distribute({ adminUrl, loginUrl }: { adminUrl: string; loginUrl: string }): Promise<string[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await refuseWithoutNodes(admin);
    await admin.query('begin');
    // Our triggers work inside a shop, whose rows of all tables are on one node.
    await admin.query(
      `set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'`,
    );
    // Version 0.2.0 looked for a passkey in all shops.
    await admin.query('drop index if exists passkey_credential');
    const tables = await tablesToDistribute(admin);
    if (tables.length > 0) await distributeTables(admin, tables);
    await admitNodes(admin, decodeURIComponent(new URL(loginUrl).username));
    await admin.query(functionsOfCluster);
    await admin.query('commit');
    return tables;
  } finally {
    await admin.end();
  }
}

async function refuseWithoutNodes(admin: pg.Client): Promise<void> {
  const { rowCount: hasCitus } = await admin.query(`select from pg_extension where extname = 'citus'`);
  if (!hasCitus) throw new Error('This database has no Citus. docs/cluster.md says how to make a cluster.');
  const { rowCount: nodes } = await admin.query('select from pg_dist_node where isactive and shouldhaveshards');
  if (!nodes) throw new Error('The cluster has no node for the rows of shops. Add one with citus_add_node.');
}

async function tablesToDistribute(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from citus_tables t where t.table_name = c.oid::regclass and t.citus_table_type in ('distributed', 'reference'))
      and (c.relname = 'shop' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped))
    order by c.relname <> 'shop', c.relname`);
  return rows.map(({ name }) => name);
}

/** Foreign keys are added again when both of their tables are distributed. */
async function distributeTables(admin: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows: keys } = await admin.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0
       and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by 1, 2`,
    [tables],
  );
  for (const { table, name } of keys)
    await admin.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  for (const table of tables) {
    await admin.query(
      table === 'shop' ? 'select create_reference_table($1)' : `select create_distributed_table($1, 'shop_id')`,
      [table],
    );
  }
  for (const { table, name, definition } of keys) {
    await admin.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  }
}

/**
 * A node asks the others as the role that asks it, so the role that works across shops must be able to sign in there. Nobody waits for
 * long for a node that does not answer.
 */
async function admitNodes(admin: pg.Client, loginName: string): Promise<void> {
  const login = pg.escapeIdentifier(loginName);
  await admin.query('alter role courierdesk_system login');
  await admin.query(`alter role ${login} set citus.propagate_set_commands = 'local'`);
  await admin.query(`alter role ${login} set citus.node_connection_timeout = '2s'`);
}

/** They ask each node with a connection of their own, for a second at most. One node that is away is asked once, not for each shop. */
const functionsOfCluster = `
  create or replace function nodes_out_of_reach() returns setof text
  language sql volatile security definer set search_path = public, pg_temp set citus.node_connection_timeout = '1s' as $$
    select nodename || ':' || nodeport from pg_dist_node
    where isactive and not citus_check_connection_to_node(nodename, nodeport)
  $$;
  create or replace function shops_out_of_reach() returns setof text
  language sql volatile security definer set search_path = public, pg_temp set citus.node_connection_timeout = '1s' as $$
    with away as materialized (
      select groupid from pg_dist_node where isactive and not citus_check_connection_to_node(nodename, nodeport))
    select s.id from shop s
    where get_shard_id_for_distribution_column('shipment', s.id) in (
      select shardid from pg_dist_placement where groupid in (select groupid from away))
  $$;`;
