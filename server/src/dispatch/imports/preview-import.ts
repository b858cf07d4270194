import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { CheckedRow } from '@courierdesk/contract/checked-row';
import type { ImportPreview, PreviewRow } from '@courierdesk/contract/import-previews';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { wholeRupees } from '@courierdesk/contract/money';
import { activeAccounts } from '../../shop/courier-accounts/find-accounts.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { checkFile, type RowParts } from './check-file.ts';
import { accountsToChoose } from './tracking-accounts.ts';
import { askForNumbers } from './ask-for-numbers.ts';
import { evaluateFulfilments, readyOutcome } from './evaluate-fulfilments.ts';
import { evaluatePayments, type PaymentFile } from './evaluate-payments.ts';
import type { Outcome, WaitingRow } from './outcome.ts';

const limits = { failed: 100, changed: 50, unchanged: 20, reasons: 20 };

/** So many numbers are asked for in a preview. The import asks for all of them. */
const maxCheckedNumbers = 100;

type Checks = { left: number; unchecked: number; readonly without: ReadonlySet<string> };

export type PreviewRequest = { readonly kind: ImportKind; readonly company: string };

/** What rows would change, with everything as it is now. Reads only; the store is not asked, and the couriers are for some numbers. */
export async function previewRows(
  context: Context,
  shopId: string,
  request: PreviewRequest,
  rows: RowParts,
): Promise<ImportPreview> {
  const file = await checkFile({ ...request, rows });
  const choices = request.kind === 'fulfilment' ? await choicesFor(context, shopId, file.companies) : [];
  const chosen = Object.fromEntries(choices.map(({ company, accounts }) => [company, accounts[0]?.id]));
  // Which of several accounts knows a number is only sure once one was chosen.
  const checks = {
    left: maxCheckedNumbers,
    unchecked: 0,
    without: new Set<string>(choices.map(({ company }) => company)),
  };
  const summary = emptySummary();
  const earlier: PaymentFile['earlier'] = new Map();
  for await (const part of file.parts())
    for (const evaluated of await evaluateRows(context, shopId, { ...request, chosen, checks, earlier }, part))
      summary.add(evaluated);
  return { ...summary.read(), unchecked: checks.unchecked, account_choices: choices };
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

type FileState = {
  readonly chosen: ChosenAccounts;
  readonly checks: Checks;
  readonly earlier: PaymentFile['earlier'];
};

type EvaluatedRow = { readonly row: CheckedRow; readonly outcome: Omit<Outcome, 'position'> };

async function evaluateRows(
  context: Context,
  shopId: string,
  { kind, company, chosen, checks, earlier }: PreviewRequest & FileState,
  rows: readonly CheckedRow[],
): Promise<EvaluatedRow[]> {
  const waiting = rows.flatMap((row, position): WaitingRow[] =>
    row.state === 'waiting' ? [{ position, ...row }] : [],
  );
  const outcomes =
    kind === 'fulfilment'
      ? await evaluateReady()
      : await withShop(context.db, shopId, (trx) =>
          evaluatePayments(
            trx,
            shopId,
            { kind, company, includesContradicting: false, now: context.clock(), earlier },
            waiting,
          ),
        );
  const byPosition = new Map(outcomes.map((outcome) => [outcome.position, outcome]));
  return rows.map((row, position) => ({
    row,
    outcome: byPosition.get(position) ?? {
      state: row.state === 'failed' ? 'failed' : 'unchanged',
      reason: row.reason,
    },
  }));

  async function evaluateReady(): Promise<Outcome[]> {
    const { ready, outcomes: others } = await withShop(context.db, shopId, (trx) =>
      evaluateFulfilments(trx, shopId, waiting, chosen),
    );
    const ours = ready.filter(({ courier }) => 'account' in courier);
    const checked = ours.filter(({ courier }) => !checks.without.has(courier.company)).slice(0, checks.left);
    checks.left -= checked.length;
    const { doubts, notAsked } = await askForNumbers(context, checked);
    checks.unchecked += ours.length - checked.length + notAsked.size;
    const doubtAt = (position: number): string | undefined =>
      notAsked.has(position) ? undefined : doubts.get(position);
    return [...others, ...ready.map((one) => readyOutcome(one, doubtAt(one.row.position)))];
  }
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
      ...inWholeRupees(counts),
      contradicting: inWholeRupees(contradicting),
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
  sums.paid_amount += Number(row.cells.amount);
}

/** Statements have paisa: rounded one by one, the amounts would give another sum than that of the statement. */
const inWholeRupees = <Sums extends { readonly paid_amount: number }>(sums: Sums): Sums => ({
  ...sums,
  paid_amount: wholeRupees(sums.paid_amount.toFixed(2)),
});

/** Counts reasons together that differ only in the number or order that they name. */
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
