import { Company } from '@courierdesk/contract/companies';
import type { LoadSheet, WaitingParcels } from '@courierdesk/contract/load-sheets';
import { maxLabels } from '@courierdesk/contract/labels';
import type { Paging } from '@courierdesk/contract/paging';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/client.ts';
import type { LoadSheet as LoadSheetTable } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

export type SheetRow = Selectable<LoadSheetTable> & { readonly account_name: string };

const sheets = (trx: Db, shopId: string) =>
  trx
    .selectFrom('load_sheet as s')
    .innerJoin('courier_account as a', (join) =>
      join.onRef('a.shop_id', '=', 's.shop_id').onRef('a.id', '=', 's.account_id'),
    )
    .selectAll('s')
    .select('a.name as account_name')
    .where('s.shop_id', '=', shopId);

export function sheetsPage(trx: Db, shopId: string, { page, limit }: Paging): Promise<SheetRow[]> {
  return sheets(trx, shopId)
    .orderBy('s.number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** Load sheets are numbered without gaps, so the last number is the count. */
export async function countSheets(trx: Db, shopId: string): Promise<number> {
  const row = await trx.selectFrom('load_sheet_count').select('last').where('shop_id', '=', shopId).executeTakeFirst();
  return row?.last ?? 0;
}

export function sheetsById(trx: Db, shopId: string, ids: readonly string[]): Promise<SheetRow[]> {
  return sheets(trx, shopId)
    .where('s.id', 'in', [...ids])
    .orderBy('s.number')
    .execute();
}

export async function sheetById(trx: Db, shopId: string, id: string): Promise<SheetRow> {
  const [sheet] = await sheetsById(trx, shopId, [id]);
  if (!sheet) throw notFound('This load sheet');
  return sheet;
}

export async function nextSheetNumber(trx: Db, shopId: string): Promise<number> {
  const { last } = await trx
    .insertInto('load_sheet_count')
    .values({ shop_id: shopId, last: 1 })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ last: sql<number>`load_sheet_count.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export function shipmentsOnSheet(trx: Db, shopId: string, sheetId: string): Promise<ShipmentRow[]> {
  return trx
    .selectFrom('load_sheet_shipment as on_sheet')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.shop_id', '=', 'on_sheet.shop_id').onRef('shipment.id', '=', 'on_sheet.shipment_id'),
    )
    .selectAll('shipment')
    .where('on_sheet.shop_id', '=', shopId)
    .where('on_sheet.load_sheet_id', '=', sheetId)
    .orderBy('on_sheet.position')
    .execute();
}

/** The newest load sheet of each of these shipments; shipments without one are missing from the result. */
export async function sheetsOfShipments(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, { id: string; number: number; handed_over_at: Date | null }>> {
  const rows = await trx
    .selectFrom('load_sheet_shipment as on_sheet')
    .innerJoin('load_sheet as s', (join) =>
      join.onRef('s.shop_id', '=', 'on_sheet.shop_id').onRef('s.id', '=', 'on_sheet.load_sheet_id'),
    )
    .select(['on_sheet.shipment_id', 's.id', 's.number', 's.handed_over_at'])
    .where('on_sheet.shop_id', '=', shopId)
    .where('on_sheet.shipment_id', 'in', [...shipmentIds])
    .orderBy('s.number')
    .execute();
  return new Map(rows.map((row) => [row.shipment_id, row]));
}

/** The newest load sheets of these shipments, by number. */
export async function newestSheetsOf(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<SheetRow[]> {
  const newest = await sheetsOfShipments(trx, shopId, shipmentIds);
  const ids = new Set([...newest.values()].map(({ id }) => id));
  if (ids.size === 0) return [];
  const rows = await sheetsById(trx, shopId, [...ids]);
  return rows.toSorted((a, b) => a.number - b.number);
}

const waitingDays = 7;

/** A parcel (`s`) that was booked here within a week, is not collected, and is on no load sheet. */
export const isOnNoLoadSheet = (now: Date) => sql<boolean>`(
  s.status = 'FULFILLED' and s.tracking_number is not null and s.booking_state = 'booked' and s.origin = 'booked'
  and s.account_id is not null and s.booked_at >= ${new Date(now.getTime() - waitingDays * 86_400_000)}
  and not exists (
    select from load_sheet_shipment as on_sheet
    where on_sheet.shop_id = s.shop_id and on_sheet.shipment_id = s.id))`;

/** Parcels booked here within a week that are not collected and on no load sheet, by account, oldest first. */
export async function waitingParcels(trx: Db, shopId: string, now: Date): Promise<WaitingParcels[]> {
  const rows = await trx
    .selectFrom('shipment as s')
    .innerJoin('courier_account as a', (join) =>
      join.onRef('a.shop_id', '=', 's.shop_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(['a.id as account_id', 'a.name as account_name', 's.company'])
    .select(sql<number>`count(*)`.as('parcels'))
    .select(sql<string>`sum(round(s.cod))`.as('cod'))
    .select(sql<string[]>`(array_agg(s.id order by s.booked_at, s.id))[1:${sql.lit(maxLabels)}]`.as('shipment_ids'))
    .where('s.shop_id', '=', shopId)
    .where(isOnNoLoadSheet(now))
    .groupBy(['a.id', 'a.name', 's.company'])
    .orderBy('parcels', 'desc')
    .orderBy('a.name')
    .execute();
  return rows.map((row) => ({ ...row, company: Company.parse(row.company), cod: Number(row.cod) }));
}

export const presentSheet = (sheet: SheetRow): LoadSheet => ({
  id: sheet.id,
  number: sheet.number,
  state: sheet.state === 'asking' ? 'asking' : 'ready',
  source: sheet.source === 'courier' ? 'courier' : 'own',
  courier_sheet_id: sheet.courier_sheet_id,
  company: Company.parse(sheet.company),
  account_id: sheet.account_id,
  account_name: sheet.account_name,
  parcels: sheet.parcels,
  pieces: sheet.pieces,
  weight: sheet.weight,
  cod: Math.round(Number(sheet.cod)),
  note: sheet.note,
  made_by: sheet.made_by,
  created_at: sheet.created_at.toISOString(),
  prints: sheet.prints,
  last_printed_at: sheet.last_printed_at?.toISOString() ?? null,
  handed_over_at: sheet.handed_over_at?.toISOString() ?? null,
  handed_over_by: sheet.handed_over_by,
});
