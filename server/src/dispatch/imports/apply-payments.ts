import { courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { settingsOf } from '../../shop/settings/find-settings.ts';
import { closeCases } from '../../shipments/record/cases.ts';
import { addHistoryEntries } from '../../shipments/record/history.ts';
import { requestPaid, withdrawPaidRequest, type ReceivedForShipment } from '../../store/sync/request-paid.ts';
import { finishPart, lockImports } from './finish-part.ts';
import { evaluatePayments } from './evaluate-payments.ts';
import { kindOf, skipped, waitingRows, type Outcome, type WaitingRow } from './outcome.ts';
import { rowsFrom, type ImportTable } from './queries.ts';

const rowsAtOnce = 5_000;

/** The next rows of a payment file, in one transaction: what is evaluated is what is changed. */
export function applyPayments(context: Context, held: ImportTable): Promise<ImportTable> {
  const now = context.clock();
  return withShop(context.db, held.shop_id, async (trx) => {
    await lockImports(trx, held.shop_id);
    const rows = await rowsFrom(trx, held, held.done, rowsAtOnce);
    const waiting = waitingRows(rows);
    await lockParcels(trx, held.shop_id, waiting);
    const file = {
      ...{ kind: kindOf(held), company: held.company, includesContradicting: held.include_contradicting, now },
      earlier: new Map(),
    };
    const evaluated = await evaluatePayments(trx, held.shop_id, file, waiting);
    const outcomes = evaluated.map((outcome) =>
      outcome.contradicting && !held.include_contradicting ? skipped(outcome) : outcome,
    );
    await change(trx, context, held, waiting, outcomes, now);
    return finishPart(trx, held, rows, outcomes, now);
  });
}

/** In the order in which tracking locks them. Tracking waits, so that no parcel is judged by a status that changes now. */
async function lockParcels(trx: Db, shopId: string, rows: readonly WaitingRow[]): Promise<void> {
  await trx
    .selectFrom('shipment')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('tracking_number', '=', anyOf(rows.map((row) => row.cells.tracking_number)))
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function change(
  trx: Db,
  context: Context,
  held: ImportTable,
  waiting: readonly WaitingRow[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const changes = outcomes.flatMap((outcome, index) => {
    const cells = waiting[index]?.cells;
    if (outcome.state !== 'changed' || !outcome.shipmentId || !cells) return [];
    return [{ id: outcome.shipmentId, cells, outcome }];
  });
  if (changes.length === 0) return;
  const payments = changes
    .filter(({ outcome }) => !outcome.unpaid)
    .map(({ id, outcome: { received = '0', paymentReferences = [] } }) => ({
      ...{ shipmentId: id, received, paymentReferences },
    }));
  // Of several payments of one parcel, the last one has the sum.
  const paid = [...new Map(payments.map((payment) => [payment.shipmentId, payment])).values()];
  const unpaid = changes.filter(({ outcome }) => outcome.unpaid).map(({ id }) => id);
  await markPaid(trx, held.shop_id, paid);
  await markUnpaid(trx, held.shop_id, unpaid);
  await closePaidCases(trx, held, unpaid, now);
  await addHistoryEntries(
    trx,
    held.shop_id,
    changes.map(({ id, cells, outcome }) => ({
      ...{ shipmentId: id, at: now, who: held.asked_by },
      what: historyWords(held, cells, outcome),
    })),
  );
  await withdrawPaidRequest(trx, held.shop_id, unpaid, now);
  const { mark_paid_in_store: marksPaidInStore } = await settingsOf(trx, held.shop_id);
  if (marksPaidInStore) await requestPaid(trx, held.shop_id, paid, { jobs: context.jobs, now });
}

type Payment = ReceivedForShipment & { readonly paymentReferences: readonly string[] };

async function markPaid(trx: Db, shopId: string, parcels: readonly Payment[]): Promise<void> {
  if (parcels.length === 0) return;
  await sql`
    update shipment as s set payment_status = 'PAID', paid_amount = paid.received, payment_references = paid."paymentReferences"
    from jsonb_to_recordset(${JSON.stringify(parcels)}::jsonb)
      as paid("shipmentId" text, received numeric, "paymentReferences" text[])
    where s.shop_id = ${shopId} and s.id = paid."shipmentId"`.execute(trx);
}

async function markUnpaid(trx: Db, shopId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update shipment set payment_status = 'UNPAID', paid_amount = null, payment_references = '{}'
    where shop_id = ${shopId} and id = any(${[...ids]}::text[])`.execute(trx);
}

/** What such a case says of these parcels is no longer so. */
async function closePaidCases(trx: Db, held: ImportTable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const open = await trx
    .selectFrom('attention')
    .select('shipment_id')
    .where('shop_id', '=', held.shop_id)
    .where('kind', '=', 'returned-after-paid')
    .where('closed_at', 'is', null)
    .where('shipment_id', '=', anyOf(ids))
    .execute();
  for (const { shipment_id: id } of open)
    await closeCases(trx, { shop_id: held.shop_id, id }, ['returned-after-paid'], now, held.asked_by);
}

/** `Paid by Leopards on 2026-11-05, CPR-12, statement oct.csv: Rs 2,250, Rs 200 less than the COD of Rs 2,450` */
function historyWords(held: ImportTable, cells: WaitingRow['cells'], outcome: Outcome): string {
  const file = held.file_name || 'an import';
  if (outcome.unpaid) return `Marked as unpaid, from ${file}`;
  if (held.kind === 'payment-status') return `Marked as paid, from ${file}`;
  const company = cells.company || held.company;
  const by = company ? ` by ${courierName(company)}` : '';
  const on = cells.paid_date ? ` on ${cells.paid_date}` : '';
  const parts = [`Paid${by}${on}`, cells.reference, `statement ${file}`].filter(Boolean).join(', ');
  const amount = [cells.amount && formatRupees(cells.amount), outcome.reason].filter(Boolean).join(', ');
  return amount ? `${parts}: ${amount}` : parts;
}
