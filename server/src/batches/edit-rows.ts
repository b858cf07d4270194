import type { Batch, BatchRow, BatchRowEdit, editBatchRows } from '@courierdesk/contract/batches';
import type { BodyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError, notFound } from '../errors.ts';
import { editRow } from './edit-row.ts';
import { presentBatchRow } from './present.ts';
import { lockBatch, lockRows, shownRows } from './queries.ts';
import { isEditable, type Row } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { summaryOf } from './show-batch.ts';
import { readRowPreparationData, type RowPreparationData } from './row-preparation-data.ts';

export type Refusal = { readonly row_id: string; readonly field: string; readonly msg: string };

/** Changes cells of rows. What someone else changed since is left as they set it, and said; the rest is saved. */
export async function editRows(
  context: Context,
  actor: UserActor,
  batchId: string,
  body: BodyOf<typeof editBatchRows>,
): Promise<{ data: Batch; rows: BatchRow[]; refused: Refusal[] }> {
  const { shopId } = actor;
  const preparation = await readRowPreparationData(context, shopId);
  if ('set' in body && body.set.tracking_account) refuseForeignAccount(preparation, body.set.tracking_account);
  return withShop(context.db, shopId, async (trx) => {
    const batch = await lockBatch(trx, shopId, batchId);
    const rows = await lockRows(trx, shopId, batchId, idsOf(body));
    const edits = editsOf(rows, body);
    const refused: Refusal[] = [];
    const next = rows.map((row): NextRow => {
      const edit = edits.get(row.id);
      return edit ? edited(row, edit, actor.name, preparation, refused) : row;
    });
    const phones = 'all' in body ? [] : otherCustomers(next);
    const others = phones.length > 0 ? await lockRows(trx, shopId, batchId, { phones }) : [];
    const concerned = [...next, ...others.filter((row) => !edits.has(row.id))].toSorted(inOrder);
    const saved = await saveRows(trx, concerned, preparation, {
      usual: batch.usual_cod,
      customers: 'all' in body || phones.length > 0,
    });
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'batch.edited',
      subjectKind: 'batch',
      subjectId: batchId,
      detail: { number: batch.number, rows: edits.size, cells: cellsOf(edits) },
    });
    const told = [...new Set([...saved.changed, ...refused.map((one) => one.row_id)])];
    const shown = await shownRows(trx, shopId, batchId, { ids: told });
    return { data: await summaryOf(trx, batch), rows: shown.map(presentBatchRow), refused };
  });
}

const inOrder = (a: Row, b: Row): number => a.position - b.position;

const idsOf = (body: BodyOf<typeof editBatchRows>): { ids?: string[] } =>
  'rows' in body ? { ids: body.rows.map((one) => one.id) } : 'row_ids' in body ? { ids: body.row_ids } : {};

/** Phone numbers of the edited rows, before and after, where an edit may have changed who the same customer is. */
function otherCustomers(rows: readonly NextRow[]): string[] {
  const isOther = ({ next, state, fields }: NextRow): boolean =>
    next !== undefined && (next.state !== state || next.fields.consignee_phone !== fields.consignee_phone);
  if (!rows.some(isOther)) return [];
  return [
    ...new Set(
      rows.flatMap(({ next, fields }) => [fields.consignee_phone, (next ?? { fields }).fields.consignee_phone]),
    ),
  ];
}

type Edit = { readonly set: BatchRowEdit; readonly seen: number | undefined };

function editsOf(rows: readonly Row[], body: BodyOf<typeof editBatchRows>): Map<string, Edit> {
  if ('all' in body) {
    return new Map(
      rows.filter((row) => isEditable(row.state)).map((row) => [row.id, { set: body.set, seen: undefined }]),
    );
  }
  const edits: [string, Edit][] =
    'rows' in body
      ? body.rows.map((one) => [one.id, { set: one.set, seen: one.revision }])
      : body.row_ids.map((id) => [id, { set: body.set, seen: undefined }]);
  const known = new Set(rows.map((row) => row.id));
  if (edits.some(([id]) => !known.has(id))) throw notFound('An order of this batch');
  return new Map(edits);
}

function edited(
  row: Row,
  { set, seen }: Edit,
  by: string,
  preparation: RowPreparationData,
  refused: Refusal[],
): NextRow {
  const refuse = (field: string, msg: string): void => void refused.push({ row_id: row.id, field, msg });
  if (!isEditable(row.state)) {
    refuse('', `${row.facts.order_name} is ${inWords[row.state]} and can no longer be changed.`);
    return row;
  }
  const wanted: BatchRowEdit = { ...set };
  for (const name of cellNames(wanted)) {
    const isNews = seen !== undefined && (row.edited[name] ?? 0) > seen && !isSame(row, name, wanted[name]);
    if (!isNews) continue;
    refuse(name, 'Someone else changed this cell meanwhile. It stays as they set it.');
    delete wanted[name];
  }
  if (wanted.tracking_account && !preparation.accounts.has(wanted.tracking_account)) {
    refuse('tracking_account', 'This account was not found.');
    delete wanted.tracking_account;
  }
  const next = editRow(row, row.store_order_id, wanted, by, preparation);
  const state = stateAfter(row, wanted.left_out);
  return next === row && state === row.state ? row : { ...row, next: { ...next, state } };
}

/** What is left out of a batch that failed or changed is put back as a draft: someone looked at it. */
function stateAfter({ state }: Row, leftOut: boolean | undefined): Row['state'] {
  if (leftOut === true) return 'left-out';
  return leftOut === false && state === 'left-out' ? 'draft' : state;
}

const cellNames = (edit: BatchRowEdit): (keyof Row['fields'])[] =>
  (Object.keys(edit) as (keyof BatchRowEdit)[]).filter((name) => name !== 'left_out' && name !== 'accept');

function isSame(row: Row, name: keyof Row['fields'], value: unknown): boolean {
  return row.fields[name] === value || (name === 'destination_city' && row.destination_name === value);
}

const inWords: Record<Row['state'], string> = {
  draft: 'a draft',
  'left-out': 'left out',
  queued: 'waiting to be booked',
  booking: 'being booked',
  booked: 'booked',
  failed: 'not booked',
  uncertain: 'being looked for',
  changed: 'changed in the store',
};

function refuseForeignAccount({ accounts }: RowPreparationData, accountId: string): void {
  if (!accounts.has(accountId))
    throw new AppError('not-found', 'This account was not found.', { field: 'set.tracking_account' });
}

const cellsOf = (edits: ReadonlyMap<string, Edit>): string[] => [
  ...new Set([...edits.values()].flatMap((edit) => Object.keys(edit.set))),
];
