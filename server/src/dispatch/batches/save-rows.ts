import { isDeepStrictEqual } from 'node:util';
import type { BatchRowState } from '@courierdesk/contract/batch';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { earlierParcelsOf, type EarlierParcels } from '../../shipments/record/earlier-parcels.ts';
import { validateRow } from './validate-row.ts';
import { isBookable, type Row, type RowDraft } from './row.ts';
import { withSameCustomers } from './same-customers.ts';
import { mapRows, type PreparationData } from './preparation-data.ts';

/** A row and its new content, if it has any. The worker's columns stay unchanged. */
export type NextRow = Row & { readonly next?: (RowDraft & { readonly state: BatchRowState }) | undefined };

/**
 * Checks rows with new content and saves those that are different now. With `customers`, it also compares customers;
 * `rows` must then hold every row of the phone numbers among them. Returns all rows, in the same order.
 */
export async function saveRows(
  trx: Db,
  rows: readonly NextRow[],
  preparation: PreparationData,
  { usual, customers }: { usual: number | null; customers: boolean },
): Promise<{ rows: Row[]; changed: string[] }> {
  const earlier = await earlierOfTypedPhones(trx, rows);
  const validated = await mapRows(rows, ({ next: draft, ...row }): Row => {
    if (!draft) return row;
    const next = withEarlier(draft, earlier);
    const { issues, cod, accepted } = validateRow(next, preparation, usual);
    const sameCustomer = row.issues.filter(({ code }) => code === 'same-customer');
    return {
      ...row,
      ...next,
      issues: [...issues, ...sameCustomer],
      cod,
      accepted,
      account_id: next.fields.tracking_account,
    };
  });
  const issues = customers ? withSameCustomers(validated) : validated.map((row) => row.issues);
  const after = validated.map((row, index): Row => {
    const own = issues[index] ?? row.issues;
    return { ...row, issues: own, ready: row.state === 'draft' && isBookable(own) };
  });
  const changed = after.filter((row, index) => rows[index]?.next || hasOtherIssues(rows[index], row));
  if (changed.length > 0) await write(trx, changed);
  return { rows: after, changed: changed.map((row) => row.id) };
}

/** Earlier parcels of the phones that people typed: those of the store's phones come with the order. */
function earlierOfTypedPhones(trx: Db, rows: readonly NextRow[]): Promise<Map<string, EarlierParcels>> {
  const typed = rows.flatMap(({ next }) =>
    next && next.fields.consignee_phone !== phoneOfEarlier(next) ? [next.fields.consignee_phone] : [],
  );
  return earlierParcelsOf(trx, rows[0]?.shop_id ?? '', typed);
}

const phoneOfEarlier = ({ facts }: RowDraft): string => facts.earlier_of ?? facts.prefill.consignee_phone;

function withEarlier(row: RowDraft & { readonly state: BatchRowState }, earlier: Map<string, EarlierParcels>) {
  const phone = row.fields.consignee_phone;
  if (phone === phoneOfEarlier(row)) return row;
  const counts = earlier.get(phone) ?? { delivered: 0, returned: 0 };
  return { ...row, facts: { ...row.facts, earlier: counts, earlier_of: phone } };
}

const hasOtherIssues = (before: Row | undefined, after: Row): boolean =>
  before?.ready !== after.ready || !isDeepStrictEqual(before.issues, after.issues);

async function write(trx: Db, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => ({
    id: row.id,
    state: row.state,
    ready: row.ready,
    fields: row.fields,
    destination_name: row.destination_name,
    account_id: row.account_id,
    account_because: row.account_because,
    cod: row.cod,
    edited: row.edited,
    revision: row.revision,
    facts: row.facts,
    version: row.version,
    issues: row.issues,
    accepted: row.accepted,
    changes: row.changes,
  }));
  await sql`
    update batch_row set
      state = n.state, ready = n.ready, fields = n.fields, destination_name = n.destination_name,
      account_id = n.account_id, account_because = n.account_because, cod = n.cod, edited = n.edited,
      revision = n.revision, facts = n.facts, version = n.version, issues = n.issues, accepted = n.accepted,
      changes = n.changes
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n(
      id text, state text, ready boolean, fields jsonb, destination_name text, account_id text, account_because text,
      cod integer, edited jsonb, revision integer, facts jsonb, version text, issues jsonb, accepted jsonb, changes jsonb)
    where batch_row.shop_id = ${rows[0]?.shop_id ?? ''} and batch_row.id = n.id`.execute(trx);
}
