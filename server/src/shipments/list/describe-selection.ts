import {
  maxNamed,
  type NamedShipment,
  type SelectedShipments,
  type ShipmentSelection,
  type SkippedReason,
} from '@courierdesk/contract/shipment-selection';
import { isCompany } from '@courierdesk/contract/companies';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { printStatusOf } from '../documents/print-status.ts';
import { whyNotOnLoadSheet, whyNotPrintable } from '../documents/printable.ts';
import { whyNotCancelled, whyNotTracked } from './bulk-reasons.ts';
import { selectShipments } from './select-shipments.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';

/** Describes a selection: its parcels, and what each bulk action would do with them. */
export function describeSelection(
  context: Context,
  actor: UserActor,
  selection: ShipmentSelection,
): Promise<SelectedShipments> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const ids = await selectShipments(trx, actor, selection, context.clock());
    const shipments = await readBulkStates(trx, actor.shopId, ids);
    const cancellable = shipments.filter((shipment) => !whyNotCancelled(shipment));
    const papersOf = await printStatusOf(
      trx,
      actor.shopId,
      cancellable.map(({ id }) => id),
    );
    const isBookedElsewhere = ({ company }: BulkState): boolean => !isCompany(company);
    const isStoreOnly = ({ company }: BulkState): boolean =>
      isCompany(company) && !context.couriers[company].abilities.cancel;
    const isOnItsWay = (one: BulkState): boolean =>
      one.status !== 'FULFILLED' && !isStoreOnly(one) && !isBookedElsewhere(one);
    return {
      total: ids.length,
      ids,
      named: namedShipments(ids, shipments),
      cancel: {
        ...countPossible(ids, shipments, whyNotCancelled),
        store_only: cancellable.filter(isStoreOnly).length,
        elsewhere: cancellable.filter(isBookedElsewhere).length,
        on_their_way: cancellable.filter(isOnItsWay).length,
        printed: cancellable.filter(({ id }) => papersOf(id).printed).length,
        on_load_sheet: cancellable.filter(({ id }) => papersOf(id).load_sheet).length,
      },
      track: countBulk(shipments, whyNotTracked),
      print: countPossible(ids, shipments, whyNotPrintable),
      load_sheet: countPossible(ids, shipments, whyNotOnLoadSheet),
    };
  });
}

type BulkState = Pick<ShipmentRow, (typeof bulkColumns)[number]>;

const bulkColumns = [
  ...(['id', 'account_id', 'company', 'tracking_number', 'booking_state', 'status', 'final', 'order_name'] as const),
  'customer_erased_at',
  'consignee_name',
] as const;

/** The columns that bulk actions check, in no particular order. */
export const readBulkStates = (trx: Db, shopId: string, ids: readonly string[]): Promise<BulkState[]> =>
  trx.selectFrom('shipment').select(bulkColumns).where('shop_id', '=', shopId).where('id', '=', anyOf(ids)).execute();

function namedShipments(ids: readonly string[], shipments: readonly BulkState[]): NamedShipment[] {
  const byId = new Map(shipments.map((shipment) => [shipment.id, shipment]));
  return ids.slice(0, maxNamed).flatMap((id) => {
    const shipment = byId.get(id);
    if (!shipment) return [];
    const { order_name, consignee_name: customer_name, tracking_number } = shipment;
    return { id, order_name, customer_name, tracking_number: tracking_number ?? '' };
  });
}

function countPossible(
  ids: readonly string[],
  shipments: readonly BulkState[],
  whyNot: (shipment: BulkState) => string | undefined,
): SelectedShipments['print'] {
  const skipped = new Set(shipments.filter((shipment) => whyNot(shipment)).map(({ id }) => id));
  return { ...countBulk(shipments, whyNot), ids: ids.filter((id) => !skipped.has(id)) };
}

function countBulk(
  shipments: readonly BulkState[],
  whyNot: (shipment: BulkState) => string | undefined,
): { parcels: number; skipped: SkippedReason[] } {
  const reasons = new Map<string, number>();
  for (const shipment of shipments) {
    const why = whyNot(shipment);
    if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  const skipped = [...reasons].map(([why, parcels]) => ({ why, parcels }));
  return {
    parcels: shipments.length - skipped.reduce((sum, one) => sum + one.parcels, 0),
    skipped: skipped.toSorted((a, b) => b.parcels - a.parcels || a.why.localeCompare(b.why)),
  };
}
