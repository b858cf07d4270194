import { courierName } from '@courierdesk/contract/companies';
import type { Issue } from '@courierdesk/contract/issues';
import { AppError } from '../../base/errors.ts';
import { howToStop, type HoldingShipment, type ShipmentToStop } from '../../shipments/record/find-shipments.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';

type NamedOrder = Pick<StoreOrderRow, 'id' | 'name'>;

const orderDetail = ({ id, name }: NamedOrder) => ({ order_id: id, order_name: name });

export function orderAlreadyBooked(order: NamedOrder, holder: HoldingShipment): AppError {
  const courier = courierName(holder.company);
  const msg = holder.tracking_number
    ? `${order.name} is already booked with ${courier}: ${holder.tracking_number}.`
    : `${order.name} is being booked with ${courier} now.`;
  return new AppError('order-already-booked', msg, { detail: { ...holderDetail(order, holder), returned: false } });
}

/** `issue`: what a person confirms to send it again. */
export const orderCameBack = (order: NamedOrder, holder: HoldingShipment, issue: Issue): AppError =>
  new AppError(
    'order-already-booked',
    `${order.name} came back with ${courierName(holder.company)} ${holder.tracking_number ?? ''}. Confirm that you send it again.`,
    { field: 'confirmed', detail: { ...holderDetail(order, holder), returned: true, issues: [issue] } },
  );

const holderDetail = (order: NamedOrder, holder: HoldingShipment) => ({
  ...orderDetail(order),
  shipment_id: holder.id,
  tracking_number: holder.tracking_number,
  booking_state: holder.booking_state,
});

/** `issue`: what a person confirms after they stopped the parcel. */
export const orderNotVoided = (
  order: NamedOrder,
  shipment: ShipmentToStop,
  issue: Issue,
  isOneOfSeveral: boolean,
): AppError =>
  new AppError(
    'order-not-voided',
    `${courierName(shipment.company)} still has ${shipment.tracking_number} for ${isOneOfSeveral ? order.name : 'this order'}. ${howToStop(shipment)}, confirm that here, then book again.`,
    {
      field: 'confirmed',
      detail: {
        ...orderDetail(order),
        tracking_number: shipment.tracking_number,
        courier: courierName(shipment.company),
        issues: [issue],
      },
    },
  );

export const orderHasNothingToShip = (order: NamedOrder): AppError =>
  new AppError('nothing-to-ship', `${order.name} has no items to ship.`, { detail: orderDetail(order) });

/** The request names the items of this parcel. */
export const chosenItemsNotLeft = (order: NamedOrder): AppError =>
  new AppError(
    'conflict',
    `The chosen items of ${order.name} are not left to ship, but others are. Nothing was booked. Choose from what is left.`,
    { detail: orderDetail(order) },
  );

/** Warnings of the order that no person has confirmed. */
export const orderNotConfirmed = (order: NamedOrder, issues: readonly Issue[], isOneOfSeveral: boolean): AppError =>
  new AppError(
    'order-not-confirmed',
    `${isOneOfSeveral ? `${order.name}: ` : ''}${issues.map(({ msg }) => msg).join(' ')} Confirm it to book the order. Nothing was booked yet.`,
    { field: 'confirmed', detail: { ...orderDetail(order), issues } },
  );

export const orderCancelledInStore = (order: NamedOrder): AppError =>
  new AppError('order-cancelled-in-store', `${order.name} was cancelled in the store. It was not booked.`, {
    detail: orderDetail(order),
  });

export const orderDeletedInStore = (order: NamedOrder): AppError =>
  new AppError('not-found', `${order.name} was deleted in the store. It was not booked.`, {
    detail: orderDetail(order),
  });

/** Temporary: the store still shows the fulfilment of the cancelled booking, so nothing can be said about the order. */
export const cancelNotInStore = (order: NamedOrder, isOneOfSeveral: boolean): AppError =>
  new AppError(
    'store-unavailable',
    `${isOneOfSeveral ? `${order.name}: ` : ''}${cancelNotInStoreText} Try again in a moment.`,
    { detail: orderDetail(order) },
  );

export const cancelNotInStoreText = 'The cancellation has not reached the store yet.';

export const orderAlreadyFulfilled = (order: NamedOrder, isOneOfSeveral: boolean): AppError =>
  new AppError(
    'order-already-fulfilled',
    `${isOneOfSeveral ? `${order.name}: ` : ''}Order is already fulfilled on Shopify.`,
    { detail: orderDetail(order) },
  );
