import { PDFDocument } from '@cantoo/pdf-lib';
import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { pdfText } from './pdf-text.ts';

/** A place where one of the searched words was found: `shipment: … words around it …`. */
type Finding = { readonly table: string; readonly word: string; readonly around: string };

/**
 * Searches every row of every table for words, whatever their case. Looks into bytes, base64 texts and the PDF files
 * that we draw, too.
 */
export async function searchDatabase(database: TestDatabase, words: readonly string[]): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const findings: Finding[] = [];
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} as t`);
      for (const { row } of rows) findings.push(...wordsIn(table, readable(row), words));
    }
    for (const text of await textsOfFiles(client)) findings.push(...wordsIn('stored_file_chunk', text, words));
    return findings;
  } finally {
    await client.end();
  }
}

/** The names of the tables in which one of the words is found. */
export async function tablesWith(database: TestDatabase, words: readonly string[]): Promise<string[]> {
  const findings = await searchDatabase(database, words);
  return [...new Set(findings.map((finding) => finding.table))].toSorted();
}

/** The rows of one shop in every table that has rows of shops. */
export async function rowsOfShop(database: TestDatabase, shopId: string): Promise<Record<string, readonly string[]>> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ table_name: string }>(`
      select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'shop_id' and t.table_type = 'BASE TABLE' order by 1`);
    const ofShop: Record<string, readonly string[]> = {};
    for (const { table_name: table } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} as t where shop_id = $1 order by 1`,
        [shopId],
      );
      ofShop[table] = rows.map(({ row }) => row);
    }
    return ofShop;
  } finally {
    await client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table_name: string }>(`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  return rows.map((row) => row.table_name);
}

const around = 40;

function wordsIn(table: string, text: string, words: readonly string[]): Finding[] {
  const lower = text.toLowerCase();
  return words.flatMap((word) => {
    const at = lower.indexOf(word.toLowerCase());
    return at < 0 ? [] : [{ table, word, around: text.slice(Math.max(0, at - around), at + word.length + around) }];
  });
}

/** The row with its bytes and base64 texts decoded behind it. */
function readable(row: string): string {
  const bytes = [...row.matchAll(/\\\\x([0-9a-f]{8,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
  const encoded = [...row.matchAll(/[\w+/-]{24,}={0,2}/g)].map(([text]) => Buffer.from(text, 'base64'));
  return [row, ...bytes.map((one) => one.toString('latin1')), ...encoded.map((one) => one.toString('utf8'))].join('\n');
}

/** The texts of stored PDF files. Other files are readable as bytes. */
async function textsOfFiles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ bytes: Buffer }>(`
    select string_agg(bytes, ''::bytea order by position) as bytes from stored_file_chunk group by shop_id, file_id`);
  const pdfs = rows.filter(({ bytes }) => bytes.subarray(0, 4).toString('latin1') === '%PDF');
  return Promise.all(pdfs.map(async ({ bytes }) => pdfText(await PDFDocument.load(bytes)).join('\n')));
}
