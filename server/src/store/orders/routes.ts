import {
  getEarlierParcels,
  getOrderFromShopify,
  getOrdersFromShopify,
  mergeOrders,
} from '@courierdesk/contract/order-data';
import { paginationOf } from '@courierdesk/contract/paging';
import {
  getMergeSuggestions,
  getStoreOrder,
  getStoreOrders,
  refreshStoreOrders as refresh,
} from '@courierdesk/contract/store-orders';
import { getStoreImport, retryStoreImport } from '@courierdesk/contract/store-import';
import {
  assignCourierAccount,
  describeStoreOrders,
  getNextStoreOrder,
  getStoreOrderChoices,
} from '@courierdesk/contract/store-order-queue';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { earlierParcels } from '../../shipments/record/earlier-parcels.ts';
import { assignAccount } from './assign-account.ts';
import { listStoreOrders } from './list-store-orders.ts';
import { nextStoreOrder } from './next-store-order.ts';
import { orderForBooking, ordersForBooking } from './orders-for-booking.ts';
import { presentMerge } from './present-merge.ts';
import { presentDetail, presentOrderData, presentRow } from './present.ts';
import { refreshStoreOrders } from './refresh-store-orders.ts';
import { retryImport } from './retry-import.ts';
import { selectStoreOrders } from './select-store-orders.ts';
import { storeImport } from './store-import.ts';
import { storeOrderChoices } from './store-order-choices.ts';
import { suggestMerges } from './suggest-merges.ts';
import { viewStoreOrder } from './view-store-order.ts';

export function storeOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, getStoreOrders, async ({ query, actor }) => {
    const list = await pageOrLast(query, (page) => listStoreOrders(context, actor, page));
    return {
      data: list.rows.map(presentRow),
      pagination: paginationOf(query, list.total),
      counts: list.counts,
      mirrored_at: list.mirroredAt?.toISOString() ?? null,
      store_admin_url: context.platform.orderAdminUrl(actor.shop.domain, '').replace(/\/$/, ''),
    };
  });
  route(app, getStoreOrderChoices, async ({ query, actor }) => ({
    data: await storeOrderChoices(context, actor, query.tab),
  }));
  route(app, getNextStoreOrder, async ({ query: { after, except = [], ...query }, actor }) => ({
    data: await nextStoreOrder(context, actor, { query, after, except }),
  }));
  route(app, describeStoreOrders, async ({ body, actor }) => {
    const { ids, cod, skipped } = await selectStoreOrders(context, actor, body.selection);
    return { data: { ids: [...ids], cod, skipped } };
  });
  route(app, assignCourierAccount, async ({ body, actor }) => ({
    assigned: await assignAccount(context, actor, body),
  }));
  route(app, refresh, async ({ actor }) => {
    const { changed, mirroredAt } = await refreshStoreOrders(context, actor);
    return { changed, mirrored_at: mirroredAt?.toISOString() ?? null };
  });
  route(app, getStoreImport, async ({ actor }) => ({ data: await storeImport(context, actor) }));
  route(app, retryStoreImport, async ({ actor }) => ({ data: await retryImport(context, actor) }));
  route(app, getStoreOrder, async ({ params, actor }) => {
    const { listed, earlier, storeUrl } = await viewStoreOrder(context, actor, params.id);
    return { order: presentDetail(listed, { earlier, storeUrl }) };
  });
  route(app, getEarlierParcels, async ({ query, actor }) => ({
    earlier: await withShop(context.db, actor.shopId, (trx) => earlierParcels(trx, actor.shopId, query.phone)),
  }));
  route(app, getOrderFromShopify, async ({ params, actor }) => ({
    orderData: presentOrderData(await orderForBooking(context, actor, params.id)),
  }));
  route(app, getOrdersFromShopify, async ({ query, actor }) => ({
    ordersData: presentMerge(await ordersForBooking(context, actor, query.id)),
  }));
  route(app, mergeOrders, async ({ body, actor }) => ({
    ordersData: presentMerge(await ordersForBooking(context, actor, body.ordersIdsArray)),
  }));
  route(app, getMergeSuggestions, async ({ query, actor }) => {
    const { suggestions, total } = await suggestMerges(context, actor, query.phone);
    return { data: suggestions, total };
  });
}
