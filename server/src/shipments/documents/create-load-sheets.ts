import { setTimeout as pause } from 'node:timers/promises';
import { inParts } from '@courierdesk/contract/in-parts';
import type { SkippedParcel } from '@courierdesk/contract/load-sheets';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { addHistoryEntries } from '../record/history.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';
import { requestLoadSheet, sheetMs } from './request-load-sheet.ts';
import {
  nextSheetNumber,
  shipmentsLeftOff,
  sheetsById,
  sheetsOfShipments,
  type SheetRow,
} from './load-sheet-queries.ts';
import { whyNotOnLoadSheet } from './printable.ts';
import { accountsOf, shipmentsInOrder } from './queries.ts';

/** How long the request waits for the couriers. After that, the worker continues. */
const waitMs = 15_000;

export type CreatedLoadSheets = { readonly sheets: SheetRow[]; readonly skipped: readonly SkippedParcel[] };

/** Creates one load sheet per account. Its number is committed before the courier is asked for its own sheet. */
export async function createLoadSheets(
  context: Context,
  actor: UserActor,
  input: { shipment_ids: readonly string[]; again: boolean },
): Promise<CreatedLoadSheets> {
  const { made, skipped, asked } = await withShop(context.db, actor.shopId, async (trx) => {
    const created = await createSheets(trx, context, actor, input);
    return { ...created, asked: await sheetsById(trx, actor.shopId, created.made) };
  });
  const asking = Promise.all(
    asked
      .filter((sheet) => sheet.state === 'asking')
      .map((sheet) =>
        requestLoadSheet(context, sheet, false).catch((error: unknown) => {
          context.log.error({ err: error, sheet: sheet.id }, 'could not request a load sheet, the worker will retry');
        }),
      ),
  );
  await Promise.race([asking, pause(waitMs, undefined, { ref: false })]);
  return withShop(context.db, actor.shopId, async (trx) => ({
    sheets: await sheetsById(trx, actor.shopId, made),
    skipped: [...skipped, ...(await shipmentsLeftOff(trx, actor.shopId, made))],
  }));
}

async function createSheets(
  trx: Db,
  context: Context,
  actor: UserActor,
  input: { shipment_ids: readonly string[]; again: boolean },
) {
  // Locks the shop's counter: a second request waits here, and then sees the first one's sheets.
  await trx
    .insertInto('load_sheet_count')
    .values({ shop_id: actor.shopId, last: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx.selectFrom('load_sheet_count').select('last').where('shop_id', '=', actor.shopId).forUpdate().execute();
  const shipments = await shipmentsInOrder(trx, actor.shopId, input.shipment_ids);
  if (shipments.length < input.shipment_ids.length) throw notFound('A parcel of this selection');
  const accounts = await accountsOf(trx, actor.shopId, shipments);
  const earlier = await sheetsOfShipments(trx, actor.shopId, input.shipment_ids);
  const skipped: SkippedParcel[] = [];
  const groups = new Map<string | null, ShipmentRow[]>();
  for (const shipment of shipments) {
    const sheet = earlier.get(shipment.id);
    // While its courier is asked, the same parcel on a second sheet would be asked for twice.
    const mustStay = sheet && (!input.again || sheet.state === 'asking');
    const listed = mustStay ? `It is already on load sheet ${sheet.number}.` : undefined;
    const message = whyNotOnLoadSheet(shipment) ?? listed;
    if (message) skipped.push(skip(shipment, message));
    else groups.set(shipment.account_id, [...(groups.get(shipment.account_id) ?? []), shipment]);
  }
  if (groups.size === 0) throw new AppError('cannot-print', nothingLeft(skipped), { detail: { skipped } });
  const made: string[] = [];
  for (const [accountId, parcels] of groups) {
    const account = accountId === null ? undefined : accounts.get(accountId);
    if (!account) continue;
    const maxNumbers = context.couriers[account.company].abilities.maxLoadSheetNumbers;
    for (const part of inParts(parcels, maxNumbers || parcels.length))
      made.push(await createSheet(trx, context, actor, account, part, maxNumbers > 0));
  }
  return { made, skipped };
}

async function createSheet(
  trx: Db,
  context: Context,
  actor: UserActor,
  account: AccountRow,
  parcels: readonly ShipmentRow[],
  courierHasOne: boolean,
): Promise<string> {
  const now = context.clock();
  const sheet = await trx
    .insertInto('load_sheet')
    .values({
      shop_id: actor.shopId,
      id: newId(now),
      number: await nextSheetNumber(trx, actor.shopId),
      account_id: account.id,
      company: account.company,
      state: courierHasOne ? 'asking' : 'ready',
      source: 'own',
      made_by: actor.name,
      created_at: now,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  // In case that this process is killed while it asks.
  if (courierHasOne)
    await context.jobs.request(trx, 'load-sheets', {
      shopId: actor.shopId,
      key: sheet.id,
      at: new Date(now.getTime() + sheetMs),
    });
  const ids = parcels.map(({ id }) => id);
  await leaveRefusedSheets(trx, actor.shopId, ids, `It is on load sheet ${sheet.number}.`);
  await trx
    .insertInto('load_sheet_shipment')
    .values(ids.map((id, position) => ({ shop_id: actor.shopId, load_sheet_id: sheet.id, shipment_id: id, position })))
    .execute();
  if (!courierHasOne)
    await addHistoryEntries(
      trx,
      actor.shopId,
      ids.map((shipmentId) => ({ shipmentId, at: now, who: actor.name, what: `Added to load sheet ${sheet.number}` })),
    );
  await recordAuditEvent(trx, actor, {
    at: now,
    action: 'load-sheet.made',
    subjectKind: 'load_sheet',
    subjectId: sheet.id,
    label: `load sheet ${sheet.number}`,
    detail: { number: sheet.number, account_id: account.id, parcels: parcels.length },
  });
  return sheet.id;
}

/** So that a parcel is on the paper of one sheet, and not also on that of a sheet which the courier refused. */
async function leaveRefusedSheets(trx: Db, shopId: string, shipmentIds: readonly string[], why: string): Promise<void> {
  await sql`
    update load_sheet_shipment as o set left_because = ${why}
    from load_sheet as s
    where o.shop_id = ${shopId} and o.shipment_id = any(${[...shipmentIds]}) and o.left_because is null
      and s.shop_id = o.shop_id and s.id = o.load_sheet_id and s.state = 'refused' and s.handed_over_at is null`.execute(
    trx,
  );
}

const skip = (shipment: ShipmentRow, message: string): SkippedParcel => ({
  shipment_id: shipment.id,
  order_name: shipment.order_name,
  tracking_number: shipment.tracking_number ?? '',
  message,
});

function nothingLeft(skipped: readonly SkippedParcel[]): string {
  const reasons = new Set(skipped.map(({ message }) => message));
  const [only] = reasons;
  if (skipped.length === 1) return `${skipped[0]?.order_name}: ${only}`;
  return reasons.size === 1
    ? `None of these parcels can be on a load sheet. The reason for each: ${only}`
    : 'None of these parcels can be on a load sheet.';
}
