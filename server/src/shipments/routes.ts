import { bookOrder, bookOrders } from '@courierdesk/contract/booking';
import { paginationOf } from '@courierdesk/contract/paging';
import { trackOrderPublic } from '@courierdesk/contract/public-tracking';
import {
  cancelBooking,
  deleteOrder as deleteOrderEndpoint,
  getAllOrders,
  getAttention,
  getFilterChoices,
  getFilterTotals,
  getShipment,
  resolveShipment,
  trackOrder as trackOrderEndpoint,
} from '@courierdesk/contract/shipments';
import { describeSelection as describeSelectionEndpoint } from '@courierdesk/contract/shipment-selection';
import { BookingState, ShipmentStatus } from '@courierdesk/contract/statuses';
import { getTrackingChecks } from '@courierdesk/contract/tracking-checks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { pageOrLast } from '../db/page-or-last.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError, notFound } from '../errors.ts';
import { networkOf } from '../http/network-of.ts';
import { route, UnderWay } from '../http/route.ts';
import { bookShipment } from '../booking/book-shipment.ts';
import { requestForOne, requestForSeveral, type BookingRequest } from '../booking/booking-request.ts';
import { cancelShipment } from '../cancelling/cancel-shipment.ts';
import { deleteOrder } from '../cancelling/delete-order.ts';
import { describeSelection } from '../orders-list/describe-selection.ts';
import { filterChoices } from '../orders-list/filter-choices.ts';
import { filterTotals } from '../orders-list/filter-totals.ts';
import { listAttention } from '../attention/list-attention.ts';
import { pageOfShipments } from '../orders-list/list-shipments.ts';
import { presentListed } from './present.ts';
import { shipmentById } from './find-shipments.ts';
import { resolveByPerson } from '../attention/resolve-by-person.ts';
import { askedOf } from '../orders-list/shipment-filters.ts';
import { showBooked, showShipment } from '../booking/show-shipment.ts';
import { trackOrder } from '../tracking/track-order.ts';
import { trackPublicly } from '../tracking/track-publicly.ts';
import { trackingChecks } from '../tracking/tracking-checks.ts';

export function shipmentRoutes(app: FastifyInstance, context: Context): void {
  const book = async (actor: UserActor, wanted: BookingRequest, request: FastifyRequest) => {
    const { message, ...booked } = await bookShipment(context, actor, wanted, idempotencyKey(request));
    const data = await showBooked(context, booked);
    const reply = { message, booking_state: data.booking_state, data };
    return data.trackingNumber ? reply : new UnderWay(reply);
  };
  route(app, bookOrder, ({ actor, body, request }) => book(actor, requestForOne(body), request));
  route(app, bookOrders, ({ actor, body, request }) => book(actor, requestForSeveral(body), request));

  route(app, getAllOrders, async ({ actor, query }) => {
    const now = context.clock();
    const { rows, total, more } = await pageOfShipments(context.db, actor, query, now);
    const { page, pages, limit } = paginationOf(query, total);
    return {
      data: rows.map((row) => presentListed(row, now)),
      page,
      totalOrders: total,
      more,
      totalPages: pages,
      pagination: { limit },
    };
  });

  route(app, getFilterTotals, async ({ actor, query }) => ({
    data: await withShop(context.db, actor.shopId, async (trx) =>
      filterTotals(trx, await askedOf(trx, actor, query, context.clock())),
    ),
  }));

  route(app, getFilterChoices, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => filterChoices(trx, actor.shopId)),
  }));

  route(app, describeSelectionEndpoint, async ({ actor, body }) => ({
    data: await describeSelection(context, actor, body.selection),
  }));

  route(app, deleteOrderEndpoint, ({ actor, body }) => deleteOrder(context, actor, body.orderId));

  route(app, getAttention, async ({ actor, query }) => {
    const { rows, total, to_decide, resolving } = await withShop(context.db, actor.shopId, (trx) =>
      pageOrLast(query, (asked) => listAttention(trx, context.config, actor.shopId, asked)),
    );
    return { data: rows, to_decide, resolving, ...paginationOf(query, total) };
  });

  route(app, getShipment, async ({ actor, params }) =>
    withShop(context.db, actor.shopId, async (trx) => {
      const shipment = await shipmentById(trx, actor.shopId, params.id);
      if (!shipment || shipment.deleted_at) throw notFound('The shipment');
      return { data: await showShipment(trx, context, shipment), message: shipment.answer };
    }),
  );

  route(app, resolveShipment, async ({ actor, params, body }) => {
    const { shipment, message } = await resolveByPerson(context, actor, params.id, body);
    return {
      message,
      booking_state: BookingState.parse(shipment.booking_state),
      tracking_number: shipment.tracking_number,
    };
  });

  route(app, trackOrderEndpoint, ({ actor, params, query }) =>
    trackOrder(context, actor, params.id, query.stored ?? false),
  );

  route(app, getTrackingChecks, ({ actor }) => trackingChecks(context, actor));

  route(app, cancelBooking, async ({ actor, params }) => {
    const { shipment, message, underWay } = await cancelShipment(context, actor, params.trackingNumber);
    const reply = {
      message,
      booking_state: BookingState.parse(shipment.booking_state),
      booked_packet_status: ShipmentStatus.parse(shipment.status),
    };
    return underWay ? new UnderWay(reply) : reply;
  });

  route(app, trackOrderPublic, async ({ params, request }) => {
    await context.rateLimits.count('public-tracking', networkOf(request.ip));
    const tracked = await trackPublicly(context, params.id);
    if (!tracked) throw notFound('A parcel with this number');
    return tracked;
  });
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key;
  throw new AppError('invalid-input', 'Idempotency-Key: 8 to 100 printable characters.');
}
