import { PaperSize, PrintKind, type PrintNote } from '@courierdesk/contract/labels';
import { systemActor, type Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { deleteFile, writeFile } from '../../base/files/write-file.ts';
import { failuresBeforePause } from '../../shop/courier-accounts/account-health.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { askForLabel, labelAtHand, type CourierLabel } from './courier-label.ts';
import { labelLogo } from '../../shop/look/paper-logos.ts';
import { draw } from './draw.ts';
import { labelsWithLoadSheets } from './labels-with-load-sheets.ts';
import { sheetsToHandOver, type SheetRow } from './load-sheet-queries.ts';
import { shipmentsToPrint, type PrintedShipment } from './shipments-to-print.ts';
import { shipmentLabel } from '../record/shipment-label.ts';
import { unprintableNotes, printNote } from './print-notes.ts';
import type { PrintRow } from './queries.ts';

const keptMs = 86_400_000;
const labelsAtOnce = 6;

/** The process is stopping. */
export class PrintInterrupted extends Error {}

/** Renders a print and saves the result, unless another process was faster. */
export async function renderPrint(context: Context, print: PrintRow, signal?: AbortSignal): Promise<void> {
  const kind = PrintKind.parse(print.kind);
  const parcels = await shipmentsToPrint(context, print.shop_id, print.shipment_ids, kind);
  const notes = parcels.flatMap(({ shipment }) => unprintableNotes(shipment, { kind, withEnded: print.with_ended }));
  const skipped = new Set(notes.map((note) => note.shipment_id));
  const toPrint = parcels.filter(({ shipment }) => !skipped.has(shipment.id));
  const labels =
    kind === 'airway-bill' ? await courierLabels(context, print, toPrint, signal) : new Map<string, CourierLabel>();
  const sheets = toPrint.map(({ shipment, details }) => {
    const label = labels.get(shipment.id);
    if (label?.kind === 'none' && label.why)
      notes.push(printNote(shipment, true, `${label.why} Our own label is printed.`));
    return { details, courierPdf: label?.kind === 'pdf' ? label.bytes : undefined };
  });
  await saveProgress(context, print, labels.size);
  const loadSheets = await loadSheetsOf(context, print);
  const name = nameOf(kind, toPrint, loadSheets);
  const file = { shopId: print.shop_id, name, contentType: 'application/pdf' };
  const rendered = await draw(context, print.shop_id, 'renderSheets', {
    kind,
    size: PaperSize.parse(print.size),
    title: name,
    parcels: sheets,
    logo: await labelLogo(context, print.shop_id),
  });
  const shipmentOf = new Map(toPrint.map(({ shipment }) => [shipment.id, shipment]));
  for (const { shipmentId, message } of rendered.notes) {
    const shipment = shipmentOf.get(shipmentId);
    if (shipment) notes.push(printNote(shipment, true, message));
  }
  const pdf =
    loadSheets.length > 0 ? await labelsWithLoadSheets(context, print.shop_id, rendered.pdf, loadSheets) : rendered.pdf;
  const fileId = await writeFile(context, { ...file, expiresAt: new Date(context.clock().getTime() + keptMs) }, [pdf]);
  await withShop(context.db, print.shop_id, (trx) =>
    finish(trx, context, print, { kind, parcels: toPrint, loadSheets, notes, fileId }),
  );
}

function loadSheetsOf(context: Context, print: PrintRow): Promise<SheetRow[]> {
  if (!print.with_load_sheets) return Promise.resolve([]);
  return withShop(context.db, print.shop_id, (trx) => sheetsToHandOver(trx, print.shop_id, print.shipment_ids));
}

/** A few at a time; the account's own limit of parallel calls also applies. */
async function courierLabels(
  context: Context,
  print: PrintRow,
  parcels: readonly PrintedShipment[],
  signal: AbortSignal | undefined,
): Promise<Map<string, CourierLabel>> {
  const labels = new Map<string, CourierLabel>();
  const ask = asksUntilFailing(context);
  const waiting = [...parcels];
  let savedAt = Date.now();
  const work = async (): Promise<void> => {
    for (let parcel = waiting.shift(); parcel; parcel = waiting.shift()) {
      if (signal?.aborted) throw new PrintInterrupted();
      const { shipment, account } = parcel;
      if (account)
        labels.set(shipment.id, (await labelAtHand(context, shipment, account)) ?? (await ask(shipment, account)));
      if (Date.now() - savedAt < 700) continue;
      savedAt = Date.now();
      await saveProgress(context, print, labels.size);
    }
  };
  await Promise.all(Array.from({ length: labelsAtOnce }, work));
  return labels;
}

type AskForLabel = (shipment: ShipmentRow, account: AccountRow) => Promise<CourierLabel>;

/** A courier that does not respond takes half a minute for each label. After several failures in a row it is not asked for more. */
function asksUntilFailing(context: Context): AskForLabel {
  const failedInARow = new Map<string, number>();
  return async (shipment, account) => {
    if ((failedInARow.get(account.id) ?? 0) >= failuresBeforePause) return notAsked;
    const label = await askForLabel(context, shipment, account);
    const failed = label.kind === 'none' && label.failed;
    failedInARow.set(account.id, failed ? (failedInARow.get(account.id) ?? 0) + 1 : 0);
    return label;
  };
}

const notAsked: CourierLabel = {
  kind: 'none',
  why: 'The courier sent none of the labels before it, so we did not ask for this one.',
};

async function saveProgress(context: Context, print: PrintRow, done: number): Promise<void> {
  await withShop(context.db, print.shop_id, (trx) =>
    trx
      .updateTable('label_print')
      .set({ done })
      .where('shop_id', '=', print.shop_id)
      .where('id', '=', print.id)
      .where('state', '=', 'under-way')
      .execute(),
  );
}

type Made = {
  readonly kind: PrintKind;
  readonly parcels: readonly PrintedShipment[];
  readonly loadSheets: readonly SheetRow[];
  readonly notes: readonly PrintNote[];
  readonly fileId: string;
};

async function finish(
  trx: Db,
  context: Context,
  print: PrintRow,
  { kind, parcels, loadSheets, notes, fileId }: Made,
): Promise<void> {
  const now = context.clock();
  const done = await trx
    .updateTable('label_print')
    .set({
      state: 'done',
      done: print.total,
      notes: JSON.stringify(notes),
      file_id: fileId,
      load_sheet_ids: loadSheets.map(({ id }) => id),
    })
    .where('shop_id', '=', print.shop_id)
    .where('id', '=', print.id)
    .where('state', '=', 'under-way')
    .returning('id')
    .executeTakeFirst();
  if (!done) return deleteFile(trx, print.shop_id, fileId);
  if (parcels.length === 0) return;
  await recordAuditEvent(trx, personOf(print), {
    at: now,
    action: 'labels.printed',
    subjectKind: 'label_print',
    subjectId: print.id,
    label: parcels.length === 1 && parcels[0] ? shipmentLabel(parcels[0].shipment) : '',
    detail: {
      kind,
      size: print.size,
      parcels: parcels.length,
      load_sheets: loadSheets.map(({ number }) => number),
    },
  });
}

/** The user who asked for the print, even when the worker finishes it. */
const personOf = (print: PrintRow): Actor =>
  print.asked_by_user_id === null
    ? systemActor(print.shop_id)
    : {
        kind: 'user',
        shopId: print.shop_id,
        userId: print.asked_by_user_id,
        name: print.asked_by,
        ip: print.asked_ip,
        userAgent: print.asked_user_agent,
        requestId: print.asked_request_id,
      };

function nameOf(kind: PrintKind, parcels: readonly PrintedShipment[], loadSheets: readonly SheetRow[]): string {
  if (loadSheets.length > 0) return `labels-and-load-sheet-${parcels.length}.pdf`;
  const what = kind === 'airway-bill' ? 'labels' : 'packing-slips';
  const [only] = parcels;
  return parcels.length === 1 && only
    ? `${what.slice(0, -1)}-${only.details.trackingNumber}.pdf`
    : `${what}-${parcels.length}.pdf`;
}
