import { Company, companyName } from '@courierdesk/contract/companies';
import { systemActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { callCourier } from '../courier-accounts/call-courier.ts';
import { loadAccount } from '../courier-accounts/load-account.ts';
import { CourierError } from '../couriers/courier-error.ts';
import type { CourierLoadSheet } from '../couriers/courier.ts';
import { withShop } from '../db/tenancy.ts';
import { writeFile } from '../files/write-file.ts';
import { shipmentsOnSheet, type SheetRow } from './load-sheet-queries.ts';

export const sheetLeaseMs = 150_000;
/** A courier that does not answer is retried for this long; our own load sheet can be printed at any time. */
const retriedForMs = 15 * 60_000;
const retryMs = 60_000;
const keptMs = 400 * 86_400_000;

type Outcome =
  | { readonly kind: 'made'; readonly made: CourierLoadSheet }
  | { readonly kind: 'refused' | 'later'; readonly words: string };

/** Requests the courier's own load sheet and saves the result, if the lease is still ours. */
export async function requestLoadSheet(
  context: Context,
  sheet: Pick<SheetRow, 'shop_id' | 'id' | 'number' | 'account_id' | 'company' | 'lease_id' | 'created_at'>,
): Promise<void> {
  const found = await withShop(context.db, sheet.shop_id, async (trx) => ({
    account: await loadAccount(trx, sheet.shop_id, sheet.account_id),
    shipments: await shipmentsOnSheet(trx, sheet.shop_id, sheet.id),
  }));
  if (!found.account) return;
  const numbers = found.shipments.flatMap((shipment) => shipment.tracking_number ?? []);
  const outcome = await ask(context, found.account, numbers);
  const pdf = outcome.kind === 'made' ? outcome.made.pdf : undefined;
  const fileId = pdf && (await keep(context, sheet, pdf));
  const now = context.clock();
  const late = now.getTime() - sheet.created_at.getTime() > retriedForMs;
  const over = outcome.kind !== 'later' || late;
  await withShop(context.db, sheet.shop_id, async (trx) => {
    const written = await trx
      .updateTable('load_sheet')
      .set({
        state: over ? 'ready' : 'asking',
        source: fileId ? 'courier' : 'own',
        courier_sheet_id: outcome.kind === 'made' ? outcome.made.sheetId : '',
        file_id: fileId ?? null,
        note: noteOf(companyName[Company.parse(sheet.company)], outcome, over),
        lease_id: over ? null : sheet.lease_id,
        lease_until: over ? null : new Date(now.getTime() + retryMs),
      })
      .where('shop_id', '=', sheet.shop_id)
      .where('id', '=', sheet.id)
      .where('lease_id', '=', sheet.lease_id)
      .returning('id')
      .executeTakeFirst();
    if (!written || !over) return;
    await recordAuditEvent(trx, systemActor(sheet.shop_id, 'Courier'), {
      at: now,
      action: 'load-sheet.answered',
      subjectKind: 'load_sheet',
      subjectId: sheet.id,
      label: `load sheet ${sheet.number}`,
      detail: { outcome: outcome.kind, source: fileId ? 'courier' : 'own' },
    });
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
      { waitMs: 30_000 },
    );
    return made ? { kind: 'made', made } : { kind: 'refused', words: 'it does not offer load sheets' };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const words = error.courierWords || error.message;
    return { kind: error.kind === 'unavailable' || error.kind === 'uncertain' ? 'later' : 'refused', words };
  }
}

function noteOf(courier: string, outcome: Outcome, over: boolean): string {
  if (outcome.kind === 'made') {
    const refused = Object.entries(outcome.made.refused).map(([number, words]) => `${number}: ${words}`);
    const leftOut = refused.length > 0 ? `${courier} left out ${refused.join('; ')}.` : '';
    const noPdf = outcome.made.pdf
      ? ''
      : `${courier} made load sheet ${outcome.made.sheetId} but sent no PDF. Our own load sheet is printed.`;
    return [leftOut, noPdf].filter(Boolean).join(' ');
  }
  if (outcome.kind === 'later' && !over)
    return `${courier} did not answer. We’ll retry automatically. Until then our own load sheet is printed.`;
  return `${courier} made no load sheet: ${outcome.words}. Our own is printed. Request the pick-up in the courier’s portal.`;
}

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
