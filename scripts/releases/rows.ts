import pg from 'pg';
import * as z from 'zod';

/**
 * Tables whose rows no release keeps. The job queue is in a schema of its own, which pg-boss migrates itself: every start
 * requests the jobs that rows need and that are missing.
 */
const madeByMigrating = ['kysely_migration', 'kysely_migration_lock'];

const Line = z.tuple([z.string(), z.record(z.string(), z.unknown())]);

/** Every row of every table, one a line: the table and the row as PostgreSQL writes it in JSON. */
export async function readRows(adminUrl: string): Promise<string> {
  return inTransaction(adminUrl, 'repeatable read', async (client) => {
    const lines: string[] = [];
    for (const table of await tables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${pg.escapeIdentifier(table)} as t order by 1`,
      );
      // PostgreSQL's own text: JavaScript would round large numbers.
      for (const { row } of rows) lines.push(`["${table}", ${row}]\n`);
    }
    return lines.join('');
  });
}

/** Puts the rows into a database that is migrated to their version. */
export async function insertRows(adminUrl: string, lines: string): Promise<void> {
  const byTable = new Map<string, string[]>();
  for (const line of lines.trimEnd().split('\n')) {
    const [table] = Line.parse(JSON.parse(line));
    const row = line.slice(line.indexOf(', ') + 2, -1);
    byTable.set(table, [...(byTable.get(table) ?? []), row]);
  }
  await inTransaction(adminUrl, 'read committed', async (client) => {
    // Rows are complete and agree with each other: triggers would count them again, in any order.
    await client.query('set local session_replication_role = replica');
    for (const [table, rows] of byTable) {
      const name = pg.escapeIdentifier(table);
      const { rows: columns } = await client.query<{ name: string; identity: boolean }>(ownColumns, [table]);
      const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
      await client.query(
        `insert into ${name} (${names}) overriding system value
         select ${names} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [`[${rows.join(',')}]`],
      );
      for (const { name: column } of columns.filter(({ identity }) => identity))
        await client.query(
          `select setval(pg_get_serial_sequence($1, $2), (select max(${pg.escapeIdentifier(column)}) from ${name}))`,
          [table, column],
        );
    }
  });
}

/** How many rows each table has, also empty ones. */
export async function countRows(adminUrl: string): Promise<Record<string, number>> {
  return inTransaction(adminUrl, 'repeatable read', async (client) => {
    const counts: Record<string, number> = {};
    for (const table of await tables(client)) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${pg.escapeIdentifier(table)}`,
      );
      counts[table] = rows[0]?.n ?? 0;
    }
    return counts;
  });
}

async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relname = any($1) order by 1`,
    [madeByMigrating],
  );
  return rows.map(({ name }) => name);
}

const ownColumns = `
  select attname as name, attidentity <> '' as identity from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;

async function inTransaction<T>(
  url: string,
  isolation: 'repeatable read' | 'read committed',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`begin isolation level ${isolation}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
