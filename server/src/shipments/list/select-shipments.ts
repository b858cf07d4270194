import { formatCount } from '@courierdesk/contract/count-text';
import { maxSelected, type ShipmentSelection } from '@courierdesk/contract/shipment-selection';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { idsInOrder } from './ids-in-order.ts';
import { resolveListRequest } from './shipment-filters.ts';
import { sortShipments } from './sort-shipments.ts';

/**
 * The ids of a selection, in the list's order, without parcels that were deleted. Throws if none is left or if there
 * are too many.
 */
export async function selectShipments(
  trx: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  selection: ShipmentSelection,
  now: Date,
): Promise<string[]> {
  const ids =
    'ids' in selection ? await ticked(trx, actor.shopId, selection) : await matching(trx, actor, selection, now);
  if (ids.length === 0) throw notFound('A parcel of this selection');
  if (ids.length > maxSelected)
    throw new AppError(
      'invalid-input',
      `Maximum ${formatCount(maxSelected)} parcels at once. Add a filter to select fewer parcels.`,
    );
  return ids;
}

async function ticked(
  trx: Db,
  shopId: string,
  selection: Extract<ShipmentSelection, { ids: string[] }>,
): Promise<string[]> {
  const rows = trx
    .selectFrom('shipment as s')
    .select('s.id')
    .where('s.shop_id', '=', shopId)
    .where('s.id', '=', anyOf(selection.ids))
    .where('s.tracking_number', 'is not', null);
  const sorted = await sortShipments(rows, selection.order ?? { sort: 'booked', dir: 'desc' }).execute();
  return sorted.map((row) => row.id);
}

async function matching(
  trx: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  { matching: query, except }: Extract<ShipmentSelection, { except: string[] }>,
  now: Date,
): Promise<string[]> {
  const request = await resolveListRequest(trx, actor, query, now);
  const sorted = await idsInOrder(trx, request, {
    rows: maxSelected + except.length + 1,
    offset: 0,
    backwards: false,
  }).execute();
  const unticked = new Set(except);
  return sorted.map((row) => row.id).filter((id) => !unticked.has(id));
}
