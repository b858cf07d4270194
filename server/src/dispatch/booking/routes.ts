import { bookOrder, bookOrders } from '@courierdesk/contract/booking';
import { getShipment } from '@courierdesk/contract/shipments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { route, Accepted } from '../../base/http/route.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import { bookShipment } from './book-shipment.ts';
import { requestForOne, requestForSeveral, type BookingRequest } from './booking-request.ts';
import { showBooked, showShipment } from './show-shipment.ts';

export function bookingRoutes(app: FastifyInstance, context: Context): void {
  const book = async (actor: UserActor, wanted: BookingRequest, request: FastifyRequest) => {
    const { message, ...booked } = await bookShipment(context, actor, wanted, idempotencyKey(request));
    const data = await showBooked(context, booked);
    const reply = { message, booking_state: data.booking_state, data };
    return data.trackingNumber ? reply : new Accepted(reply);
  };
  route(app, bookOrder, ({ actor, body, request }) => book(actor, requestForOne(body), request));
  route(app, bookOrders, ({ actor, body, request }) => book(actor, requestForSeveral(body), request));

  route(app, getShipment, async ({ actor, params }) =>
    withShop(context.db, actor.shopId, async (trx) => {
      const shipment = await shipmentById(trx, actor.shopId, params.id);
      if (!shipment || shipment.deleted_at) throw notFound('The shipment');
      return { data: await showShipment(trx, context, shipment), message: shipment.answer };
    }),
  );
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key;
  throw new AppError('invalid-input', 'Idempotency-Key: 8 to 100 printable characters.');
}
