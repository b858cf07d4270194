import type { Batch, BatchRow } from '@courierdesk/contract/batch';
import type { BatchRowEdit, editBatchRows } from '@courierdesk/contract/batches';
import type { BodyOf } from '@courierdesk/contract/endpoint';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { rememberCity } from '../../shop/courier-accounts/city-list.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { editRow } from './edit-row.ts';
import { presentBatchRow } from './present.ts';
import { lockBatch, lockRows, rowsWithShipments } from './queries.ts';
import { isEditable, lacksCities, type Row, type RowDraft } from './row.ts';
import { saveRows, type NextRow } from './save-rows.ts';
import { requestStoreComparison, summariseBatch } from './show-batch.ts';
import { readPreparationData, type PreparationData } from './preparation-data.ts';

/** A courier that has sent no list of cities within the request may send it within this time. */
const citiesNeedMs = 10_000;

type RefusedEdit = { readonly row_id: string; readonly field: string; readonly msg: string };

/** Edits cells of rows. A cell that someone else changed since is refused with a reason; the other cells are saved. */
export async function editRows(
  context: Context,
  actor: UserActor,
  batchId: string,
  body: BodyOf<typeof editBatchRows>,
): Promise<{ data: Batch; rows: BatchRow[]; refused: RefusedEdit[] }> {
  const { shopId } = actor;
  const preparation = await readPreparationData(context, shopId);
  if ('set' in body && body.set.tracking_account) requireAccount(preparation, body.set.tracking_account);
  return withShop(context.db, shopId, async (trx) => {
    const batch = await lockBatch(trx, shopId, batchId);
    const rows = await lockRows(trx, shopId, batchId, idsOf(body));
    const edits = editsOf(rows, body);
    const refused: RefusedEdit[] = [];
    const next = rows.map((row): NextRow => {
      const edit = edits.get(row.id);
      return edit ? applyEdit(row, edit, actor.name, preparation, refused) : row;
    });
    const phones = 'all' in body ? [] : phonesToCompare(next);
    const others = phones.length > 0 ? await lockRows(trx, shopId, batchId, { phones }) : [];
    const affected = [...next, ...others.filter((row) => !edits.has(row.id))].toSorted(byPosition);
    await rememberCities(trx, next, edits, preparation, { by: actor.name, now: context.clock() });
    const saved = await saveRows(trx, affected, preparation, {
      usual: batch.usual_cod,
      customers: 'all' in body || phones.length > 0,
    });
    if (batch.read_due_at === null && saved.rows.some(lacksCities))
      await requestStoreComparison(trx, context, batch, citiesNeedMs);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'batch.edited',
      subjectKind: 'batch',
      subjectId: batchId,
      label: `batch ${batch.number}`,
      detail: { number: batch.number, rows: edits.size, cells: cellsOf(edits) },
    });
    const ids = [...new Set([...saved.changed, ...refused.map((refusal) => refusal.row_id)])];
    const rowsToReturn = await rowsWithShipments(trx, shopId, batchId, { ids });
    return { data: await summariseBatch(trx, batch), rows: rowsToReturn.map(presentBatchRow), refused };
  });
}

/** A city that a person chose is remembered with the spelling that the row showed at that moment. */
async function rememberCities(
  trx: Db,
  rows: readonly NextRow[],
  edits: ReadonlyMap<string, Edit>,
  { accounts, cities }: PreparationData,
  by: { readonly by: string; readonly now: Date },
): Promise<void> {
  for (const { id, shop_id: shopId, facts, next } of rows) {
    if (!edits.get(id)?.set.destination_city || !next) continue;
    const account = accounts.get(next.fields.tracking_account);
    const list = account && cities.get(account.id)?.cities;
    const chosen = list?.find((city) => city.id === next.fields.destination_city);
    if (account && list && chosen) await rememberCity(trx, shopId, account.company, facts.city, chosen, list, by);
  }
}

const byPosition = (a: Row, b: Row): number => a.position - b.position;

const idsOf = (body: BodyOf<typeof editBatchRows>): { ids?: string[] } =>
  'rows' in body ? { ids: body.rows.map((one) => one.id) } : 'row_ids' in body ? { ids: body.row_ids } : {};

/** The old and new phone numbers of the edited rows, if an edit may have changed which rows have the same customer. */
function phonesToCompare(rows: readonly NextRow[]): string[] {
  const canChangeCustomers = ({ next, state, fields }: NextRow): boolean =>
    next !== undefined && (next.state !== state || next.fields.consignee_phone !== fields.consignee_phone);
  if (!rows.some(canChangeCustomers)) return [];
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

function applyEdit(
  row: Row,
  { set, seen }: Edit,
  by: string,
  preparation: PreparationData,
  refused: RefusedEdit[],
): NextRow {
  const refuse = (field: string, msg: string): void => void refused.push({ row_id: row.id, field, msg });
  if (!isEditable(row.state)) {
    refuse('', `${row.facts.order_name} is ${stateText[row.state]} and can no longer be changed.`);
    return row;
  }
  const edit: BatchRowEdit = { ...set };
  for (const name of cellNames(edit)) {
    if (seen === undefined || isSame(row, name, edit[name])) continue;
    if ((row.edited[name] ?? 0) > seen) refuse(name, 'Someone else just changed this cell. We kept their value.');
    else if ((row.facts.written?.[name] ?? 0) > seen)
      refuse(name, 'The store just changed this cell. We kept the store’s value.');
    else continue;
    delete edit[name];
  }
  const isLeftOut = row.state === 'left-out';
  if (edit.left_out === !isLeftOut && seen !== undefined && (row.facts.written?.['left_out'] ?? 0) > seen) {
    refuse(
      '',
      `Someone else just ${isLeftOut ? 'left this order out' : 'took this order back in'}. It stays that way.`,
    );
    delete edit.left_out;
  }
  if (edit.tracking_account && !preparation.accounts.has(edit.tracking_account)) {
    refuse('tracking_account', 'This account was not found.');
    delete edit.tracking_account;
  }
  const next = editRow(row, row.store_order_id, edit, by, preparation);
  const state = stateAfter(row, edit.left_out);
  if (next === row && state === row.state) return row;
  return { ...row, next: { ...(state === row.state ? next : withMoveNoted(next)), state } };
}

function withMoveNoted(row: RowDraft): RowDraft {
  const revision = row.revision + 1;
  return { ...row, revision, facts: { ...row.facts, written: { ...row.facts.written, left_out: revision } } };
}

/** A row that someone leaves out and puts back is a draft, even if it had failed or changed before. */
function stateAfter({ state }: Row, leftOut: boolean | undefined): Row['state'] {
  if (leftOut === true) return 'left-out';
  return leftOut === false && state === 'left-out' ? 'draft' : state;
}

const cellNames = (edit: BatchRowEdit): (keyof Row['fields'])[] =>
  (Object.keys(edit) as (keyof BatchRowEdit)[]).filter(
    (name) => name !== 'destination_name' && name !== 'left_out' && name !== 'accept' && name !== 'unaccept',
  );

function isSame(row: Row, name: keyof Row['fields'], value: unknown): boolean {
  return row.fields[name] === value || (name === 'destination_city' && row.destination_name === value);
}

const stateText: Record<Row['state'], string> = {
  draft: 'a draft',
  'left-out': 'left out',
  queued: 'waiting to be booked',
  booking: 'being booked',
  booked: 'booked',
  failed: 'not booked',
  uncertain: 'being checked with the courier',
  changed: 'changed in the store',
};

function requireAccount({ accounts }: PreparationData, accountId: string): void {
  if (!accounts.has(accountId))
    throw new AppError('not-found', 'This account was not found.', { field: 'set.tracking_account' });
}

const cellsOf = (edits: ReadonlyMap<string, Edit>): string[] => [
  ...new Set([...edits.values()].flatMap((edit) => Object.keys(edit.set))),
];
