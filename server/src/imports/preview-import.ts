import { setImmediate as breathe } from 'node:timers/promises';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import { checkRows, type CheckedRow, type RawRow } from '@courierdesk/contract/import-rows';
import type { ChosenAccounts, ImportPreview, RowResult } from '@courierdesk/contract/imports';
import { wholeRupees } from '@courierdesk/contract/money';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { accountsToChoose, activeAccounts } from './follow-accounts.ts';
import { judgeFulfilments, readyOutcome } from './judge-fulfilments.ts';
import { judgePayments } from './judge-payments.ts';
import type { Outcome, WaitingRow } from './outcome.ts';

const rowsAtOnce = 5_000;
const most = { failed: 100, changed: 50, unchanged: 20, reasons: 20 };

/** What the rows would change, with everything as it is now. Reads only; the store is not asked. */
export async function previewRows(
  context: Context,
  actor: UserActor,
  wish: { kind: ImportKind; rows: readonly RawRow[]; company: string },
): Promise<ImportPreview> {
  const rows = checkRows(wish.kind, wish.rows, wish.company);
  const choices = wish.kind === 'fulfilment' ? await choicesFor(context, actor.shopId, rows) : [];
  const chosen = Object.fromEntries(choices.map(({ company, accounts }) => [company, accounts[0]?.id]));
  const results: Judged[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce);
    results.push(...(await judgeRows(context, actor.shopId, { ...wish, chosen }, part)));
    // Other requests are served between the parts of a large file.
    await breathe();
  }
  return { ...summaryOf(results), account_choices: choices };
}

async function choicesFor(
  context: Context,
  shopId: string,
  rows: readonly CheckedRow[],
): Promise<ImportPreview['account_choices']> {
  const wanted = new Set(rows.filter(({ state }) => state === 'waiting').map(({ cells }) => cells.company));
  const accounts = await withShop(context.db, shopId, (trx) => activeAccounts(trx, shopId));
  return accountsToChoose(accounts, wanted).map(({ company, accounts: own }) => ({
    company,
    accounts: own.map(({ id, name }) => ({ id, name })),
  }));
}

type Judged = { readonly row: CheckedRow; readonly outcome: Omit<Outcome, 'position'> };

async function judgeRows(
  context: Context,
  shopId: string,
  { kind, company, chosen }: { kind: ImportKind; company: string; chosen: ChosenAccounts },
  rows: readonly CheckedRow[],
): Promise<Judged[]> {
  const waiting = rows.flatMap((row, position): WaitingRow[] =>
    row.state === 'waiting' ? [{ position, cells: row.cells }] : [],
  );
  const outcomes = await withShop(context.db, shopId, async (trx) => {
    if (kind !== 'fulfilment') return judgePayments(trx, shopId, company, waiting);
    const { ready, outcomes: others } = await judgeFulfilments(trx, shopId, waiting, chosen);
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

function summaryOf(results: readonly Judged[]): Omit<ImportPreview, 'account_choices'> {
  const of = (state: Outcome['state']): Judged[] => results.filter(({ outcome }) => outcome.state === state);
  const [changed, unchanged, failed] = [of('changed'), of('unchanged'), of('failed')];
  const paid = changed.filter(({ outcome }) => !outcome.unpaid);
  const differing = results.filter(({ outcome }) => outcome.differs);
  const shown = [
    ...failed.slice(0, most.failed),
    ...differing.slice(0, most.changed),
    ...changed.filter(({ outcome }) => !outcome.differs).slice(0, most.changed),
    ...unchanged.filter(({ outcome }) => !outcome.differs).slice(0, most.unchanged),
  ];
  return {
    total: results.length,
    changed: changed.length,
    unpaid: changed.length - paid.length,
    unchanged: unchanged.length,
    failed: failed.length,
    differing: differing.length,
    cod: paid.reduce((sum, { outcome }) => sum + (outcome.cod ?? 0), 0),
    paid_amount: paid.reduce((sum, { row }) => sum + (row.cells.amount ? wholeRupees(row.cells.amount) : 0), 0),
    reasons: reasonsOf(failed),
    rows: shown.map(({ row, outcome }): RowResult => ({
      line: row.line,
      cells: row.cells,
      state: outcome.state,
      reason: outcome.reason,
    })),
  };
}

/** Reasons differ by the number or order they name; what is the same but for that is counted together. */
function reasonsOf(failed: readonly Judged[]): ImportPreview['reasons'] {
  const counts = new Map<string, { reason: string; rows: number }>();
  for (const { row, outcome } of failed) {
    const kind = kindOfReason(row, outcome.reason);
    const known = counts.get(kind);
    if (known) known.rows += 1;
    else counts.set(kind, { reason: outcome.reason, rows: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.rows - a.rows).slice(0, most.reasons);
}

function kindOfReason({ cells }: CheckedRow, reason: string): string {
  const names = [cells.tracking_number, cells.order_name].filter(Boolean);
  return names
    .reduce((text, name) => text.replaceAll(name, '…'), reason)
    .replace(/“[^”]*”/g, '…')
    .replace(/\d+/g, '…');
}
