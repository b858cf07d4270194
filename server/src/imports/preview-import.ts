import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { CheckedRow } from '@courierdesk/contract/checked-row';
import type { ImportPreview, PreviewRow } from '@courierdesk/contract/import-previews';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { wholeRupees } from '@courierdesk/contract/money';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { checkFile, type RowParts } from './check-file.ts';
import { accountsToChoose, activeAccounts } from './tracking-accounts.ts';
import { evaluateFulfilments, readyOutcome } from './evaluate-fulfilments.ts';
import { evaluatePayments } from './evaluate-payments.ts';
import type { Outcome, WaitingRow } from './outcome.ts';

const limits = { failed: 100, changed: 50, unchanged: 20, reasons: 20 };

export type PreviewRequest = { readonly kind: ImportKind; readonly company: string };

/** What rows would change, with everything as it is now. Reads only; the store is not asked. */
export async function previewRows(
  context: Context,
  shopId: string,
  request: PreviewRequest,
  rows: RowParts,
): Promise<ImportPreview> {
  const file = await checkFile({ ...request, rows });
  const choices = request.kind === 'fulfilment' ? await choicesFor(context, shopId, file.companies) : [];
  const chosen = Object.fromEntries(choices.map(({ company, accounts }) => [company, accounts[0]?.id]));
  const summary = emptySummary();
  for await (const part of file.parts())
    for (const evaluated of await evaluateRows(context, shopId, { ...request, chosen }, part)) summary.add(evaluated);
  return { ...summary.read(), account_choices: choices };
}

async function choicesFor(
  context: Context,
  shopId: string,
  wanted: ReadonlySet<string>,
): Promise<ImportPreview['account_choices']> {
  const accounts = await withShop(context.db, shopId, (trx) => activeAccounts(trx, shopId));
  return accountsToChoose(accounts, wanted).map(({ company, accounts: own }) => ({
    company,
    accounts: own.map(({ id, name }) => ({ id, name })),
  }));
}

type EvaluatedRow = { readonly row: CheckedRow; readonly outcome: Omit<Outcome, 'position'> };

async function evaluateRows(
  context: Context,
  shopId: string,
  { kind, company, chosen }: { kind: ImportKind; company: string; chosen: ChosenAccounts },
  rows: readonly CheckedRow[],
): Promise<EvaluatedRow[]> {
  const waiting = rows.flatMap((row, position): WaitingRow[] =>
    row.state === 'waiting' ? [{ position, ...row }] : [],
  );
  const outcomes = await withShop(context.db, shopId, async (trx) => {
    if (kind !== 'fulfilment') return evaluatePayments(trx, shopId, { kind, company, now: context.clock() }, waiting);
    const { ready, outcomes: others } = await evaluateFulfilments(trx, shopId, waiting, chosen);
    return [...others, ...ready.map(readyOutcome)];
  });
  const byPosition = new Map(outcomes.map((outcome) => [outcome.position, outcome]));
  return rows.map((row, position) => ({
    row,
    outcome: byPosition.get(position) ?? {
      state: row.state === 'failed' ? 'failed' : 'unchanged',
      reason: row.reason,
    },
  }));
}

/** Counts what would come of the rows, and keeps the first of each kind to show them. */
function emptySummary() {
  const counts = { total: 0, changed: 0, unpaid: 0, unchanged: 0, failed: 0, differing: 0, cod: 0, paid_amount: 0 };
  const contradicting = { changed: 0, unpaid: 0, cod: 0, paid_amount: 0 };
  const shown: Record<'failed' | 'contradicting' | 'differing' | 'changed' | 'unchanged', PreviewRow[]> = {
    failed: [],
    contradicting: [],
    differing: [],
    changed: [],
    unchanged: [],
  };
  const reasons = new Map<string, { reason: string; rows: number }>();
  const show = (rows: PreviewRow[], limit: number, { row, outcome }: EvaluatedRow): void => {
    const { state, reason } = outcome;
    const isContradicting = outcome.contradicting ?? false;
    if (rows.length < limit)
      rows.push({ line: row.line, cells: row.cells, state, reason, contradicting: isContradicting });
  };
  return {
    add(evaluated: EvaluatedRow): void {
      const { outcome } = evaluated;
      counts.total += 1;
      if (outcome.differs) counts.differing += 1;
      if (outcome.state !== 'changed') counts[outcome.state] += 1;
      else addChange(outcome.contradicting ? contradicting : counts, evaluated);
      if (outcome.state === 'failed') {
        countReason(reasons, evaluated);
        show(shown.failed, limits.failed, evaluated);
      } else if (outcome.contradicting) show(shown.contradicting, limits.changed, evaluated);
      else if (outcome.differs) show(shown.differing, limits.changed, evaluated);
      else show(shown[outcome.state], limits[outcome.state], evaluated);
    },
    read: () => ({
      ...counts,
      contradicting,
      reasons: [...reasons.values()].toSorted((a, b) => b.rows - a.rows).slice(0, limits.reasons),
      rows: [...shown.failed, ...shown.contradicting, ...shown.differing, ...shown.changed, ...shown.unchanged],
    }),
  };
}

function addChange(sums: ImportPreview['contradicting'], { row, outcome }: EvaluatedRow): void {
  sums.changed += 1;
  if (outcome.unpaid) {
    sums.unpaid += 1;
    return;
  }
  sums.cod += outcome.cod ?? 0;
  sums.paid_amount += row.cells.amount ? wholeRupees(row.cells.amount) : 0;
}

/** Reasons differ by the number or order they name; what is the same but for that is counted together. */
function countReason(counts: Map<string, { reason: string; rows: number }>, { row, outcome }: EvaluatedRow): void {
  const kind = kindOfReason(row, outcome.reason);
  const known = counts.get(kind);
  if (known) known.rows += 1;
  else counts.set(kind, { reason: outcome.reason, rows: 1 });
}

function kindOfReason({ cells }: CheckedRow, reason: string): string {
  const names = [cells.tracking_number, cells.order_name].filter(Boolean);
  return names
    .reduce((text, name) => text.replaceAll(name, '…'), reason)
    .replace(/“[^“”]*”/g, '…')
    .replace(/\d+/g, '…');
}
