import { maxSelected, type ShipmentSelection } from '@courierdesk/contract/shipment-selection';
import type { UserActor } from '../actor.ts';
import type { Db } from '../db/client.ts';
import { AppError, notFound } from '../errors.ts';
import { idsInOrder } from './ids-in-order.ts';
import { askedOf } from './shipment-filters.ts';
import { inOrder } from './sort-shipments.ts';

/**
 * The ids of a selection, in the list's order. Parcels that are gone meanwhile are left out; none at all is "not
 * found", and more than `max` are refused.
 */
export async function selectShipments(
  trx: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  selection: ShipmentSelection,
  now: Date,
  max: number = maxSelected,
): Promise<string[]> {
  const ids =
    'ids' in selection ? await ticked(trx, actor.shopId, selection) : await matching(trx, actor, selection, now, max);
  if (ids.length === 0) throw notFound('A parcel of this selection');
  if (ids.length > max)
    throw new AppError(
      'invalid-input',
      `At max ${max.toLocaleString('en-US')} parcels at once. Narrow the filters, and do the rest after that.`,
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
    .where('s.id', '=', (where) => where.fn.any(where.val(selection.ids)))
    .where('s.tracking_number', 'is not', null);
  const sorted = await inOrder(rows, selection.order ?? { sort: 'booked', dir: 'desc' }).execute();
  return sorted.map((row) => row.id);
}

async function matching(
  trx: Db,
  actor: Pick<UserActor, 'shopId' | 'shop'>,
  { matching: query, except }: Extract<ShipmentSelection, { except: string[] }>,
  now: Date,
  max: number,
): Promise<string[]> {
  const asked = await askedOf(trx, actor, query, now);
  const sorted = await idsInOrder(trx, asked, {
    rows: max + except.length + 1,
    offset: 0,
    backwards: false,
  }).execute();
  const unticked = new Set(except);
  return sorted.map((row) => row.id).filter((id) => !unticked.has(id));
}
