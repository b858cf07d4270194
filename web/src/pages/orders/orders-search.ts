import { Id } from '@courierdesk/contract/ids';
import { ShipmentsQuery } from '@courierdesk/contract/shipments';
import * as z from 'zod';

/**
 * The URL of the orders page: what the list is asked, and what is open beside it. `view` is the saved view whose tab is
 * chosen, or `all`; `columns` are those shown, when they are not the view's own.
 */
export const OrdersSearch = ShipmentsQuery.extend({
  shipment: ShipmentsQuery.shape.track,
  view: z
    .union([z.literal('all'), Id])
    .optional()
    .catch(undefined),
  columns: z.string().max(200).optional().catch(undefined),
  task: Id.optional().catch(undefined),
});
export type OrdersSearch = z.output<typeof OrdersSearch>;

/** What the list is asked for; opening a shipment changes nothing of it. */
export const listQueryOf = (search: OrdersSearch): ShipmentsQuery => ShipmentsQuery.parse(search);
