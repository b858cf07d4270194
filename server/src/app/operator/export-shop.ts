import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { shopTables } from '../../shop/shops/erase-shop.ts';
import { OperatorError, type FoundShop } from './find.ts';

/** What opens something: sessions, factors, links that were mailed, tokens of stores. And files, which can be made again. */
const notExported = new Set<string>([
  'session',
  'recovery_code',
  'two_factor',
  'passkey',
  'mailed_link',
  'mail',
  'download_ticket',
  'selection_download',
  'idempotency_key',
  'shop_credential',
  'stored_file_chunk',
]);

/** Columns with these names are left out of every table, so that a new secret is never exported. */
const secretColumn = 'secret|token|password|hash|salt';

export const exportedTables = ['shop', ...shopTables.filter((table) => !notExported.has(table)), 'audit_event'];

const rowsAtOnce = 500;

/**
 * Writes all data of a shop to a new file, as it is at one moment: a JSON object on each line (docs/operations.md, "Commands").
 * Reads it as the shop would: row-level security keeps other shops' rows out. Returns how many rows it wrote.
 */
export async function exportShop(context: Context, shop: FoundShop, file: string): Promise<number> {
  const output = await newFile(file);
  const now = context.clock();
  let rows = 0;
  try {
    await write(
      output,
      JSON.stringify({ format: 'courierdesk-shop', version: 1, domain: shop.domain, exported_at: now }),
    );
    await withShop(context.db, shop.id, async (trx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(trx);
      for (const table of exportedTables) {
        for await (const line of linesOf(trx, table, shop.id)) {
          await write(output, line);
          rows += 1;
        }
      }
    });
    output.end();
    await finished(output);
  } catch (error) {
    output.destroy();
    await rm(file, { force: true });
    throw error;
  }
  await withShop(context.db, shop.id, (trx) =>
    recordAuditEvent(trx, systemActor(shop.id, 'Operator of Courierdesk'), {
      at: now,
      action: 'shop.exported',
      subjectKind: 'shop',
      subjectId: shop.id,
      label: '',
      detail: { rows },
    }),
  );
  return rows;
}

/** Readable by the operator alone. */
async function newFile(file: string): Promise<WriteStream> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await once(output, 'open');
    return output;
  } catch (error) {
    throw new OperatorError(
      `${file} cannot be written (${error instanceof Error ? error.message : String(error)}). Name a file that does not exist yet.`,
    );
  }
}

async function* linesOf(trx: Db, table: string, shopId: string): AsyncGenerator<string> {
  const shopColumn = sql.ref(table === 'shop' ? 'id' : 'shop_id');
  const { rows: secrets } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attname ~ ${secretColumn}`.execute(trx);
  const without = sql.raw(`array[${secrets.map(({ name }) => `'${name}'`).join(',')}]::text[]`);
  await sql`
    declare exported no scroll cursor for
    select jsonb_build_object('table', ${sql.lit(table)}::text, 'row', to_jsonb(t) - ${without})::text as line
    from ${sql.table(table)} t where ${shopColumn} = ${sql.lit(shopId)}`.execute(trx);
  for (let got = rowsAtOnce; got === rowsAtOnce;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(rowsAtOnce))} from exported`.execute(trx);
    for (const { line } of rows) yield line;
    got = rows.length;
  }
  await sql`close exported`.execute(trx);
}

async function write(output: WriteStream, line: string): Promise<void> {
  if (!output.write(`${line}\n`)) await once(output, 'drain');
}
