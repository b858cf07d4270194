import { Company } from '@courierdesk/contract/companies';
import { LoadSheet, type SkippedParcel, type WaitingParcels } from '@courierdesk/contract/load-sheets';
import { maxLabels } from '@courierdesk/contract/labels';
import type { Paging } from '@courierdesk/contract/paging';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import type { LoadSheet as LoadSheetTable } from '../../base/db/schema.ts';
import { AppError, notFound } from '../../base/errors.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';

type Totals = {
  readonly parcels: number;
  readonly pieces: number;
  readonly weight: number;
  readonly cod: string;
  /** Parcels that were cancelled after the sheet was made. */
  readonly cancelled: number;
};

export type SheetRow = Omit<Selectable<LoadSheetTable>, keyof Totals> & Totals & { readonly account_name: string };

const columns = [
  ...([
    's.shop_id',
    's.id',
    's.number',
    's.account_id',
    's.company',
    's.state',
    's.source',
    's.courier_sheet_id',
  ] as const),
  ...(['s.file_id', 's.note', 's.made_by', 's.prints', 's.last_printed_at', 's.handed_over_at'] as const),
  ...(['s.handed_over_by', 's.created_at'] as const),
] as const;

/** Load sheets (`s`) with the sums of what is on them now. */
const sheets = (trx: Db, shopId: string) =>
  trx
    .selectFrom('load_sheet as s')
    .innerJoin('courier_account as a', (join) =>
      join.onRef('a.shop_id', '=', 's.shop_id').onRef('a.id', '=', 's.account_id'),
    )
    .innerJoinLateral(sumsOfSheet(shopId).as('t'), (join) => join.onTrue())
    .select(columns)
    .select('a.name as account_name')
    .select(['t.parcels', 't.pieces', 't.weight', 't.cod', 't.cancelled'])
    .where('s.shop_id', '=', shopId);

const sumsOfSheet = (shopId: string) => sql<Totals>`(
  select
    count(*) filter (where p.status <> 'CANCELLED') as parcels,
    coalesce(sum(p.pieces) filter (where p.status <> 'CANCELLED'), 0) as pieces,
    coalesce(sum(p.weight) filter (where p.status <> 'CANCELLED'), 0) as weight,
    coalesce(sum(round(p.cod)) filter (where p.status <> 'CANCELLED'), 0) as cod,
    count(*) filter (where p.status = 'CANCELLED') as cancelled
  from load_sheet_shipment as o
  join shipment as p on p.shop_id = o.shop_id and p.id = o.shipment_id
  where o.shop_id = ${shopId} and o.load_sheet_id = s.id and o.left_because is null)`;

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

export const emptySheet = (): AppError => new AppError('cannot-print', 'No parcel is on this load sheet.');

export async function nextSheetNumber(trx: Db, shopId: string): Promise<number> {
  const { last } = await trx
    .insertInto('load_sheet_count')
    .values({ shop_id: shopId, last: 1 })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ last: sql<number>`load_sheet_count.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** The parcels that a load sheet lists, in their order: without those that left it or were cancelled. */
export async function shipmentsOnSheet(trx: Db, shopId: string, sheetId: string): Promise<ShipmentRow[]> {
  const listed = await shipmentsPutOnSheet(trx, shopId, sheetId);
  return listed.filter(({ status }) => status !== 'CANCELLED');
}

/** As `shipmentsOnSheet`, with those that were cancelled. */
export function shipmentsPutOnSheet(trx: Db, shopId: string, sheetId: string): Promise<ShipmentRow[]> {
  return trx
    .selectFrom('load_sheet_shipment as on_sheet')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.shop_id', '=', 'on_sheet.shop_id').onRef('shipment.id', '=', 'on_sheet.shipment_id'),
    )
    .selectAll('shipment')
    .where('on_sheet.shop_id', '=', shopId)
    .where('on_sheet.load_sheet_id', '=', sheetId)
    .where('on_sheet.left_because', 'is', null)
    .orderBy('on_sheet.position')
    .execute();
}

/** The parcels that left these sheets, or are on a refused one, and why. */
export async function shipmentsLeftOff(trx: Db, shopId: string, sheetIds: readonly string[]): Promise<SkippedParcel[]> {
  const { rows } = await sql<SkippedParcel>`
    select p.id as shipment_id, p.order_name, coalesce(p.tracking_number, '') as tracking_number,
      coalesce(o.left_because, s.note) as message
    from load_sheet_shipment as o
    join load_sheet as s on s.shop_id = o.shop_id and s.id = o.load_sheet_id
    join shipment as p on p.shop_id = o.shop_id and p.id = o.shipment_id
    where o.shop_id = ${shopId} and o.load_sheet_id = any(${[...sheetIds]})
      and (o.left_because is not null or s.state = 'refused')
    order by s.number, o.position`.execute(trx);
  return rows;
}

/** A parcel is on a load sheet (`s`) while it has not left it (`on_sheet`), unless the courier refused the sheet. */
const isOnSheet = sql<boolean>`(
  on_sheet.left_because is null and (s.state <> 'refused' or s.handed_over_at is not null))`;

/** The newest load sheet of each of these shipments; shipments without one are missing from the result. */
export async function sheetsOfShipments(
  trx: Db,
  shopId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, Pick<SheetRow, 'id' | 'number' | 'state' | 'handed_over_at'>>> {
  const rows = await trx
    .selectFrom('load_sheet_shipment as on_sheet')
    .innerJoin('load_sheet as s', (join) =>
      join.onRef('s.shop_id', '=', 'on_sheet.shop_id').onRef('s.id', '=', 'on_sheet.load_sheet_id'),
    )
    .select(['on_sheet.shipment_id', 's.id', 's.number', 's.state', 's.handed_over_at'])
    .where('on_sheet.shop_id', '=', shopId)
    .where('on_sheet.shipment_id', 'in', [...shipmentIds])
    .where(isOnSheet)
    .orderBy('s.number')
    .execute();
  return new Map(rows.map((row) => [row.shipment_id, row]));
}

/** The newest load sheets of these shipments that were not handed over and are not empty, by number. */
export async function sheetsToHandOver(trx: Db, shopId: string, shipmentIds: readonly string[]): Promise<SheetRow[]> {
  const newest = await sheetsOfShipments(trx, shopId, shipmentIds);
  const ids = new Set([...newest.values()].flatMap((sheet) => (sheet.handed_over_at ? [] : sheet.id)));
  if (ids.size === 0) return [];
  const rows = await sheetsById(trx, shopId, [...ids]);
  return rows.filter(({ parcels }) => parcels > 0);
}

const waitingDays = 7;
/** Reasons in one reply. */
const maxLeftOff = 200;

/** A parcel (`p`) that was booked here within a week, is not collected, and is on no load sheet. */
export const isOnNoLoadSheet = (now: Date) => sql<boolean>`(
  p.status = 'FULFILLED' and p.tracking_number is not null and p.booking_state = 'booked' and p.origin = 'booked'
  and p.account_id is not null and p.booked_at >= ${new Date(now.getTime() - waitingDays * 86_400_000)}
  and not exists (
    select from load_sheet_shipment as on_sheet
    join load_sheet as s on s.shop_id = on_sheet.shop_id and s.id = on_sheet.load_sheet_id
    where on_sheet.shop_id = p.shop_id and on_sheet.shipment_id = p.id and ${isOnSheet}))`;

/** A parcel (`p`) on no load sheet was on one that its courier made without it, or did not make. */
export const wasLeftOff = (shopId: string) => sql<boolean>`exists (
  select from load_sheet_shipment as o where o.shop_id = ${shopId} and o.shipment_id = p.id)`;

/** Parcels booked here within a week that are not collected and on no load sheet, by account, oldest first. */
export async function waitingParcels(trx: Db, shopId: string, now: Date): Promise<WaitingParcels[]> {
  const rows = await trx
    .selectFrom('shipment as p')
    .innerJoin('courier_account as a', (join) =>
      join.onRef('a.shop_id', '=', 'p.shop_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['a.id as account_id', 'a.name as account_name', 'p.company'])
    .select(sql<number>`count(*)`.as('parcels'))
    .select(sql<string>`sum(round(p.cod))`.as('cod'))
    .select(sql<string[]>`(array_agg(p.id order by p.booked_at, p.id))[1:${sql.lit(maxLabels)}]`.as('shipment_ids'))
    .where('p.shop_id', '=', shopId)
    .where(isOnNoLoadSheet(now))
    .groupBy(['a.id', 'a.name', 'p.company'])
    .orderBy('parcels', 'desc')
    .orderBy('a.name')
    .execute();
  const leftOff = Map.groupBy(await waitingLeftOff(trx, shopId, now), ({ account_id }) => account_id);
  return rows.map((row) => ({
    ...row,
    company: Company.parse(row.company),
    cod: Number(row.cod),
    left_off: (leftOff.get(row.account_id) ?? []).map(({ account_id: _account, ...parcel }) => parcel),
  }));
}

/** Those of the waiting parcels that left their newest sheet, with the reason, oldest first. */
async function waitingLeftOff(trx: Db, shopId: string, now: Date) {
  const { rows } = await sql<WaitingParcels['left_off'][number] & { account_id: string }>`
    select p.account_id, p.id as shipment_id, p.order_name, p.tracking_number, last.number as load_sheet, last.message
    from shipment as p
    join lateral (
      select s.number, coalesce(o.left_because, s.note) as message
      from load_sheet_shipment as o
      join load_sheet as s on s.shop_id = o.shop_id and s.id = o.load_sheet_id
      where o.shop_id = ${shopId} and o.shipment_id = p.id
      order by s.number desc limit 1) as last on true
    where p.shop_id = ${shopId} and ${isOnNoLoadSheet(now)}
    order by p.booked_at, p.id limit ${maxLeftOff}`.execute(trx);
  return rows;
}

export const presentSheet = (sheet: SheetRow): LoadSheet => ({
  id: sheet.id,
  number: sheet.number,
  state: LoadSheet.shape.state.parse(sheet.state),
  source: sheet.source === 'courier' ? 'courier' : 'own',
  courier_sheet_id: sheet.courier_sheet_id,
  company: Company.parse(sheet.company),
  account_id: sheet.account_id,
  account_name: sheet.account_name,
  parcels: sheet.parcels,
  pieces: sheet.pieces,
  weight: sheet.weight,
  cod: Number(sheet.cod),
  cancelled: sheet.cancelled,
  note: sheet.note,
  made_by: sheet.made_by,
  created_at: sheet.created_at.toISOString(),
  prints: sheet.prints,
  last_printed_at: sheet.last_printed_at?.toISOString() ?? null,
  handed_over_at: sheet.handed_over_at?.toISOString() ?? null,
  handed_over_by: sheet.handed_over_by,
});
