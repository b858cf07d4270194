import { paginationOf } from '@courierdesk/contract/paging';
import { getAttention, resolveShipment as resolveShipmentEndpoint } from '@courierdesk/contract/attention';
import { BookingState } from '@courierdesk/contract/statuses';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { listAttention } from './list-attention.ts';
import { resolveShipment } from './resolve-shipment.ts';

export function attentionRoutes(app: FastifyInstance, context: Context): void {
  route(app, getAttention, async ({ actor, query }) => {
    const { rows, total, to_decide, resolving } = await withShop(context.db, actor.shopId, (trx) =>
      pageOrLast(query, (asked) => listAttention(trx, context, actor.shopId, asked)),
    );
    return { data: rows, to_decide, resolving, ...paginationOf(query, total) };
  });

  route(app, resolveShipmentEndpoint, async ({ actor, params, body }) => {
    const { shipment, message } = await resolveShipment(context, actor, params.id, body);
    return {
      message,
      booking_state: BookingState.parse(shipment.booking_state),
      tracking_number: shipment.tracking_number,
    };
  });
}
