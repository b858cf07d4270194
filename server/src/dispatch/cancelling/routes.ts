import { cancelBooking, deleteOrder as deleteOrderEndpoint } from '@courierdesk/contract/shipments';
import { BookingState, ShipmentStatus } from '@courierdesk/contract/statuses';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route, Accepted } from '../../base/http/route.ts';
import { cancelShipment } from './cancel-shipment.ts';
import { deleteOrder } from './delete-order.ts';

export function cancellingRoutes(app: FastifyInstance, context: Context): void {
  route(app, cancelBooking, async ({ actor, params, query }) => {
    const { shipment, message, underWay } = await cancelShipment(context, actor, {
      trackingNumber: params.trackingNumber,
      id: query.shipment,
    });
    const reply = {
      message,
      booking_state: BookingState.parse(shipment.booking_state),
      booked_packet_status: ShipmentStatus.parse(shipment.status),
    };
    return underWay ? new Accepted(reply) : reply;
  });

  route(app, deleteOrderEndpoint, ({ actor, body }) => deleteOrder(context, actor, body.orderId));
}
