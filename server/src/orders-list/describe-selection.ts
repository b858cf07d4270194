import type { SkippedReason, SelectedShipments, ShipmentSelection } from '@courierdesk/contract/shipment-selection';
import { isCompany } from '@courierdesk/contract/companies';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { printedPapersOf } from '../documents/printed-papers.ts';
import { whyNotHandedOver, whyNotPrintable } from '../documents/printable.ts';
import { whyNotCancelled, whyNotTracked } from './bulk-reasons.ts';
import { selectShipments } from './select-shipments.ts';
import type { ShipmentRow } from '../shipments/shipment-row.ts';

/** What a selection holds, and what each bulk action would do with it. */
export function describeSelection(
  context: Context,
  actor: UserActor,
  selection: ShipmentSelection,
): Promise<SelectedShipments> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const ids = await selectShipments(trx, actor, selection, context.clock());
    const shipments = await standingOf(trx, actor.shopId, ids);
    const cancellable = shipments.filter((shipment) => !whyNotCancelled(shipment));
    const papersOf = await printedPapersOf(
      trx,
      actor.shopId,
      cancellable.map(({ id }) => id),
    );
    const isElsewhere = ({ company }: Standing): boolean => !isCompany(company);
    const inStoreOnly = ({ company }: Standing): boolean =>
      isCompany(company) && !context.couriers[company].abilities.cancel;
    const isOnItsWay = (one: Standing): boolean => one.status !== 'FULFILLED' && !inStoreOnly(one) && !isElsewhere(one);
    return {
      total: ids.length,
      ids,
      cancel: {
        ...passing(shipments, whyNotCancelled),
        store_only: cancellable.filter(inStoreOnly).length,
        elsewhere: cancellable.filter(isElsewhere).length,
        on_their_way: cancellable.filter(isOnItsWay).length,
        printed: cancellable.filter(({ id }) => papersOf(id).printed).length,
        on_load_sheet: cancellable.filter(({ id }) => papersOf(id).load_sheet).length,
      },
      track: passing(shipments, whyNotTracked),
      print: onPaper(ids, shipments, whyNotPrintable),
      load_sheet: onPaper(ids, shipments, whyNotHandedOver),
    };
  });
}

export type Standing = Pick<
  ShipmentRow,
  'id' | 'account_id' | 'company' | 'tracking_number' | 'booking_state' | 'status' | 'final' | 'order_name'
>;

/** How the shipments of a selection stand, in no order. */
export const standingOf = (trx: Db, shopId: string, ids: readonly string[]): Promise<Standing[]> =>
  trx
    .selectFrom('shipment')
    .select(['id', 'account_id', 'company', 'tracking_number', 'booking_state', 'status', 'final', 'order_name'])
    .where('shop_id', '=', shopId)
    .where('id', '=', (where) => where.fn.any(where.val([...ids])))
    .execute();

function onPaper(
  ids: readonly string[],
  shipments: readonly Standing[],
  whyNot: (shipment: Standing) => string | undefined,
): SelectedShipments['print'] {
  const left = new Set(shipments.filter((shipment) => whyNot(shipment)).map(({ id }) => id));
  return { ...passing(shipments, whyNot), ids: ids.filter((id) => !left.has(id)) };
}

function passing(
  shipments: readonly Standing[],
  whyNot: (shipment: Standing) => string | undefined,
): { parcels: number; passed_over: SkippedReason[] } {
  const reasons = new Map<string, number>();
  for (const shipment of shipments) {
    const why = whyNot(shipment);
    if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  const passedOver = [...reasons].map(([why, parcels]) => ({ why, parcels }));
  return {
    parcels: shipments.length - passedOver.reduce((sum, one) => sum + one.parcels, 0),
    passed_over: passedOver.toSorted((a, b) => b.parcels - a.parcels || a.why.localeCompare(b.why)),
  };
}
