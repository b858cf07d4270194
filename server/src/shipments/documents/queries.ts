import type { PrintKind } from '@courierdesk/contract/labels';
import type { Selectable } from 'kysely';
import { accountFrom, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { Db } from '../../base/db/client.ts';
import type { LabelPrint, ShipmentPrint } from '../../base/db/schema.ts';
import type { ShipmentLine, ShipmentRow } from '../record/shipment-row.ts';

export type PrintRow = Selectable<LabelPrint>;

/** The shop's shipments with these ids, in the order of `ids`. */
export async function shipmentsInOrder(trx: Db, shopId: string, ids: readonly string[]): Promise<ShipmentRow[]> {
  const rows = await trx
    .selectFrom('shipment')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function accountsOf(
  trx: Db,
  shopId: string,
  shipments: readonly Pick<ShipmentRow, 'account_id'>[],
): Promise<Map<string, AccountRow>> {
  const ids = [...new Set(shipments.flatMap((shipment) => shipment.account_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('courier_account')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, accountFrom(row)]));
}

/** Order lines of each shipment. */
export async function linesOfShipments(
  trx: Db,
  shopId: string,
  ids: readonly string[],
): Promise<Map<string, ShipmentLine[]>> {
  const rows = await trx
    .selectFrom('shipment_order')
    .select(['shipment_id', 'lines'])
    .where('shop_id', '=', shopId)
    .where('shipment_id', 'in', [...ids])
    .orderBy('shipment_id')
    .orderBy('position')
    .execute();
  const lines = new Map<string, ShipmentLine[]>();
  for (const row of rows) {
    const known = lines.get(row.shipment_id) ?? [];
    lines.set(row.shipment_id, [...known, ...(row.lines as unknown as ShipmentLine[])]);
  }
  return lines;
}

export async function printsOf(
  trx: Db,
  shopId: string,
  ids: readonly string[],
  kind: PrintKind,
): Promise<Map<string, Selectable<ShipmentPrint>>> {
  const rows = await trx
    .selectFrom('shipment_print')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('shipment_id', 'in', [...ids])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map((row) => [row.shipment_id, row]));
}

export function shopOf(trx: Db, shopId: string) {
  return trx.selectFrom('shop').select(['name', 'time_zone']).where('id', '=', shopId).executeTakeFirstOrThrow();
}

export function printById(trx: Db, shopId: string, id: string): Promise<PrintRow | undefined> {
  return trx
    .selectFrom('label_print')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst();
}
