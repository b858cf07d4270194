import type { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import type { ShipmentsOrder } from '@courierdesk/contract/shipment-sorts';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { notFound } from '../../base/errors.ts';
import { countShipments } from '../list/count-shipments.ts';
import {
  resolveListRequest,
  plainListRequest,
  withStoredSpelling,
  matchingShipments,
  type ListRequest,
  type MatchingShipments,
} from '../list/shipment-filters.ts';

/** Which orders: those with these ids, or those that filters find, but for some. */
export type OrderSelection =
  | { readonly ids: readonly string[]; readonly order?: ShipmentsOrder | undefined }
  | { readonly matching: ShipmentsQuery; readonly except: readonly string[] };

/** Every booked order of the shop. */
export const everything: ShipmentsQuery = { page: 1, limit: 1, op: 'GREATER', sort: 'booked', dir: 'desc' };

type Shop = { readonly id: string; readonly timeZone: string };

/** What is asked of the list to get them. */
export async function listRequestFor(trx: Db, shop: Shop, wanted: OrderSelection, now: Date): Promise<ListRequest> {
  const query = 'ids' in wanted ? everything : wanted.matching;
  return withStoredSpelling(trx, plainListRequest({ shopId: shop.id, shop }, query, now));
}

/** The orders as `s`. */
export function selectedShipments(trx: Db, asked: ListRequest, wanted: OrderSelection): MatchingShipments {
  const rows = matchingShipments(trx, asked);
  if ('ids' in wanted) return rows.where('s.id', '=', anyOf(wanted.ids));
  if (wanted.except.length === 0) return rows;
  return rows.where(sql<boolean>`s.id <> all(${[...wanted.except]}::text[])`);
}

/** Undefined: newest first, the order of pages that start where the last one ended. */
export function orderOf(wanted: OrderSelection): ShipmentsOrder | undefined {
  const order = 'ids' in wanted ? wanted.order : wanted.matching;
  return order && !(order.sort === 'booked' && order.dir === 'desc') ? order : undefined;
}

/** How many there are. An id that is not an order of the shop is not found. */
export async function countSelected(trx: Db, shop: Shop, wanted: OrderSelection, now: Date): Promise<number> {
  if ('matching' in wanted && wanted.except.length === 0)
    return countShipments(trx, await resolveListRequest(trx, { shopId: shop.id, shop }, wanted.matching, now));
  const { n } = await selectedShipments(trx, await listRequestFor(trx, shop, wanted, now), wanted)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  if ('ids' in wanted && n < wanted.ids.length) throw notFound('An order of this selection');
  return n;
}
