import { Company, companyName } from '@courierdesk/contract/companies';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import type { CourierLoadSheet } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { writeFile } from '../../base/files/write-file.ts';
import { addHistoryEntries } from '../record/history.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { shipmentsPutOnSheet, type SheetRow } from './load-sheet-queries.ts';
import { whyNotOnLoadSheet } from './printable.ts';

/** How long a courier may take, with the wait for its turn. */
export const sheetMs = 150_000;
/** A courier that does not answer is retried for this long; our own load sheet can be printed at any time. */
const retriedForMs = 15 * 60_000;
const retryMs = 60_000;
const keptMs = 400 * 86_400_000;

type Outcome =
  | { readonly kind: 'made'; readonly made: CourierLoadSheet }
  | { readonly kind: 'refused' | 'later'; readonly words: string }
  /** None of its parcels can be on a load sheet now. */
  | { readonly kind: 'empty' };

type Requested = Pick<SheetRow, 'shop_id' | 'id' | 'number' | 'account_id' | 'company' | 'made_by' | 'created_at'>;

/**
 * Requests the courier's own load sheet and saves the result. Parcels that were cancelled or
 * collected since are not sent. What the courier does not take leaves the sheet. `isRetry`: the answer to an earlier request
 * may be lost.
 */
export async function requestLoadSheet(context: Context, sheet: Requested, isRetry: boolean): Promise<void> {
  const found = await withShop(context.db, sheet.shop_id, async (trx) => ({
    account: await loadAccount(trx, sheet.shop_id, sheet.account_id),
    shipments: await shipmentsPutOnSheet(trx, sheet.shop_id, sheet.id),
  }));
  if (!found.account) return;
  const left = new Map<string, string>();
  for (const shipment of found.shipments) {
    const why = whyNotOnLoadSheet(shipment);
    if (why) left.set(shipment.id, why);
  }
  const asked = found.shipments.filter(({ id }) => !left.has(id));
  const outcome: Outcome =
    asked.length === 0
      ? { kind: 'empty' }
      : await ask(
          context,
          found.account,
          asked.flatMap((shipment) => shipment.tracking_number ?? []),
        );
  if (outcome.kind === 'made')
    for (const { id, tracking_number: number } of asked) {
      const words = number === null ? undefined : outcome.made.refused[number];
      if (words !== undefined) left.set(id, words);
    }
  const pdf = outcome.kind === 'made' ? outcome.made.pdf : undefined;
  const fileId = pdf && (await keep(context, sheet, pdf));
  await withShop(context.db, sheet.shop_id, (trx) =>
    save(trx, context, sheet, { outcome, isRetry, fileId, left, shipments: found.shipments }),
  );
}

async function save(
  trx: Db,
  context: Context,
  sheet: Requested,
  result: {
    readonly outcome: Outcome;
    readonly isRetry: boolean;
    readonly fileId: string | undefined;
    readonly left: ReadonlyMap<string, string>;
    readonly shipments: readonly ShipmentRow[];
  },
): Promise<void> {
  const { outcome, isRetry, fileId, left, shipments } = result;
  const now = context.clock();
  const courier = companyName[Company.parse(sheet.company)];
  const over = outcome.kind !== 'later' || now.getTime() - sheet.created_at.getTime() > retriedForMs;
  const written = await trx
    .updateTable('load_sheet')
    .set({
      state: outcome.kind === 'made' ? 'ready' : over ? 'refused' : 'asking',
      source: fileId ? 'courier' : 'own',
      courier_sheet_id: outcome.kind === 'made' ? outcome.made.sheetId : '',
      file_id: fileId ?? null,
      note: noteOf(courier, outcome, { over, isRetry }),
    })
    .where('shop_id', '=', sheet.shop_id)
    .where('id', '=', sheet.id)
    .where('state', '=', 'asking')
    .returning('id')
    .executeTakeFirst();
  if (!written) return;
  if (!over)
    await context.jobs.request(trx, 'load-sheets', {
      shopId: sheet.shop_id,
      key: sheet.id,
      at: new Date(now.getTime() + retryMs),
    });
  for (const [why, ids] of Map.groupBy(left.keys(), (id) => left.get(id) ?? ''))
    await trx
      .updateTable('load_sheet_shipment')
      .set({ left_because: why })
      .where('shop_id', '=', sheet.shop_id)
      .where('load_sheet_id', '=', sheet.id)
      .where('shipment_id', 'in', ids)
      .execute();
  const history = shipments.flatMap(({ id }) => {
    const why = left.get(id) ?? (outcome.kind === 'refused' || outcome.kind === 'later' ? outcome.words : undefined);
    const what =
      why === undefined ? `Added to load sheet ${sheet.number}` : `Left off load sheet ${sheet.number}: ${why}`;
    const isFinal = left.has(id) || over;
    return isFinal ? [{ shipmentId: id, at: now, who: why === undefined ? sheet.made_by : courier, what }] : [];
  });
  await addHistoryEntries(trx, sheet.shop_id, history);
  if (!over) return;
  await recordAuditEvent(trx, systemActor(sheet.shop_id, 'Courier'), {
    at: now,
    action: 'load-sheet.answered',
    subjectKind: 'load_sheet',
    subjectId: sheet.id,
    label: `load sheet ${sheet.number}`,
    detail: { outcome: outcome.kind, source: fileId ? 'courier' : 'own' },
  });
}

async function ask(
  context: Context,
  account: NonNullable<Awaited<ReturnType<typeof loadAccount>>>,
  numbers: readonly string[],
): Promise<Outcome> {
  try {
    const made = await callCourier(
      context,
      account,
      'load-sheet',
      async (courier, access, call) => courier.loadSheet?.(access, numbers, call),
      { waitMs: 30_000, timeoutMs: sheetMs - 30_000 },
    );
    return made ? { kind: 'made', made } : { kind: 'refused', words: 'it does not offer load sheets' };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const kind = error.kind === 'unavailable' || error.kind === 'uncertain' ? 'later' : 'refused';
    return { kind, words: wordsOf(error) };
  }
}

function noteOf(courier: string, outcome: Outcome, { over, isRetry }: { over: boolean; isRetry: boolean }): string {
  switch (outcome.kind) {
    case 'made':
      return outcome.made.pdf
        ? ''
        : `${courier} made load sheet ${outcome.made.sheetId} but sent no PDF. Our own load sheet is printed.`;
    case 'empty':
      return `Its parcels were cancelled or collected before ${courier} was asked.`;
    case 'refused':
      return isRetry
        ? `We got no answer from ${courier} to our first request, and it refused the next one: ${outcome.words}. ${perhapsMade}`
        : `${courier} made no load sheet: ${outcome.words}.`;
    case 'later':
      return over
        ? `${courier} did not answer: ${outcome.words}. ${perhapsMade}`
        : `${courier} did not answer. We’ll retry automatically. Until then our own load sheet is printed.`;
  }
}

const perhapsMade = 'It may have made the load sheet all the same: look in its portal first.';

const keep = (context: Context, sheet: Pick<SheetRow, 'shop_id' | 'number'>, pdf: Uint8Array): Promise<string> =>
  writeFile(
    context,
    {
      shopId: sheet.shop_id,
      name: `load-sheet-${sheet.number}.pdf`,
      contentType: 'application/pdf',
      expiresAt: new Date(context.clock().getTime() + keptMs),
    },
    [pdf],
  );
