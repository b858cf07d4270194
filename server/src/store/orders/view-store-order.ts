import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { earlierParcels } from '../../shipments/record/earlier-parcels.ts';
import { noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import { correctedOrders, readEntries } from './corrected-orders.ts';
import { addListDetails, type StoreOrderListItem } from './list-store-orders.ts';
import { readChoice } from './read-choice.ts';
import { limitsOf } from './resolve-list-request.ts';
import { storeOrderById } from './find-store-orders.ts';

/** One mirrored order with the data that a person checks before booking. */
export async function viewStoreOrder(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<{ listed: StoreOrderListItem; earlier: { delivered: number; returned: number }; storeUrl: string }> {
  const { shopId } = actor;
  const found = await withShop(context.db, shopId, async (trx) => {
    const order = await storeOrderById(trx, shopId, id);
    if (!order) throw notFound('The store order');
    const { holding } = (await shipmentsOfOrders(trx, shopId, [id])).get(id) ?? noShipments;
    const earlier = await earlierParcels(trx, shopId, order.phone);
    return {
      ...{ order, holding, earlier },
      choice: await readChoice(trx, context, shopId),
      entries: await readEntries(trx, shopId, id),
    };
  });
  const { choice } = found;
  const limits = await limitsOf(context, choice, [found.order.city]);
  const { usualCod, hiddenBefore } = choice;
  const corrected = await correctedOrders(choice, found.entries);
  const request = { choice, limits, corrected, usualCod, hiddenBefore };
  const [listed] = await addListDetails(request, [found]);
  if (!listed) throw notFound('The store order');
  const storeUrl = context.platform.orderAdminUrl(actor.shop.domain, found.order.platform_order_id);
  return { listed, earlier: found.earlier, storeUrl };
}
