import { createHash } from 'node:crypto';
import type { DifferenceKind } from '@courierdesk/contract/difference-kinds';
import { formatMoney, formatRupees } from '@courierdesk/contract/money';
import { ShipmentStatus, statusName } from '@courierdesk/contract/statuses';
import type { PlatformOrderState } from '../../adapters/platforms/platform.ts';
import { isReturned, type HoldingShipment } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { changesOfOrder, type BookedOrder } from '../../store/orders/flag-order-changes.ts';
import type { OrderChange } from '../../store/orders/order-version.ts';
import type { Finding } from './finding.ts';

/** A parcel with its store orders, as we have them and as the store has them now. */
export type ComparedShipment = {
  readonly shipment: ShipmentRow;
  readonly orders: readonly ComparedOrder[];
  /** A store update of ours is under way: the fulfilment and the payment are not compared until it ends. */
  readonly isStoreUpdateDue: boolean;
};

type ComparedOrder = BookedOrder & { readonly state: PlatformOrderState };

/** What is not looked for while a store update of ours is under way. */
export const kindsAfterStoreUpdate = [
  'unfulfilled-in-store',
  'number-differs',
  'unpaid-in-store',
] as const satisfies readonly DifferenceKind[];

/** What differs between the store and a parcel of ours. */
export function findInShipment(parcel: ComparedShipment): Finding[] {
  const { shipment, orders } = parcel;
  if (orders.length === 0 || shipment.booking_state !== 'booked') return [];
  const found: Finding[] = [];
  const isUnderWay = shipment.status === 'FULFILLED' || shipment.status === 'INPROCESS';
  const cancelled = orders.filter(({ state }) => state.cancelledAt);
  if (isUnderWay && cancelled.length === orders.length) {
    const kind = shipment.status === 'INPROCESS' ? 'moving-but-cancelled' : 'cancelled-in-store';
    const findings = [finding(parcel, kind, 'cancel-booking', namesOf(cancelled, 'cancelled'), 'cancelled')];
    return findings.map((one) => ({ ...one, caseKinds: ['changed-after-booking'] }));
  }
  if (isUnderWay) found.push(...changesOf(parcel));
  if (!parcel.isStoreUpdateDue) found.push(...fulfilmentOf(parcel), ...paymentOf(parcel));
  return found;
}

function changesOf(parcel: ComparedShipment): Finding[] {
  const { shipment, orders } = parcel;
  const changes = orders.flatMap((one) => changesOfOrder(shipment.id, one));
  if (changes.length === 0) return [];
  const wasOpen = orders.some(({ booked }) => Number(booked.outstanding) > 0);
  const isPaid = Number(shipment.cod) > 0 && wasOpen && orders.every(({ state }) => Number(state.outstanding) <= 0);
  const facts = JSON.stringify(changes);
  const says = isPaid
    ? `${namesOf(orders, 'paid')}, nothing left to collect`
    : [...new Set(changes.map(changeText))].join('; ');
  const one = finding(parcel, isPaid ? 'paid-in-store' : 'changed-in-store', 'cancel-booking', says, hash(facts));
  return [{ ...one, caseKinds: ['changed-after-booking'] }];
}

/** Names and addresses stay in the store order: they are personal data. */
const changeText = ({ field, was, now }: OrderChange): string =>
  field === 'Amount to collect'
    ? `Collect ${now}, was ${was}`
    : field === 'Order'
      ? `Order ${now}`
      : `${field} changed`;

function fulfilmentOf(parcel: ComparedShipment): Finding[] {
  const { shipment, orders } = parcel;
  const number = shipment.tracking_number;
  if (!number) return [];
  const missing = orders.filter(
    ({ state }) =>
      !state.cancelledAt && !state.fulfilments.some((one) => one.succeeded && one.trackingNumbers.includes(number)),
  );
  if (missing.length === 0) return [];
  const others = missing.flatMap(({ state, parcels }) =>
    state.fulfilments.filter((one) => one.succeeded && !one.trackingNumbers.some((shown) => isOf(parcels, shown))),
  );
  const caseKinds = ['store-conflict', 'store-update-failed'] as const;
  if (others.length === 0) {
    const says = namesOf(missing, 'not fulfilled');
    return [{ ...finding(parcel, 'unfulfilled-in-store', 'fulfil-in-store', says, 'unfulfilled'), caseKinds }];
  }
  const numbers = [...new Set(others.flatMap((one) => one.trackingNumbers))].join(', ');
  const says = numbers ? `Fulfilled with ${numbers}` : 'Fulfilled without a tracking number';
  return [{ ...finding(parcel, 'number-differs', 'show-number', says, numbers), caseKinds }];
}

const isOf = (parcels: readonly HoldingShipment[], number: string): boolean =>
  parcels.some((parcel) => parcel.tracking_number === number);

/** The courier's payment arrived, but the store still expects money, and not for another parcel of the order. */
function paymentOf(parcel: ComparedShipment): Finding[] {
  const { shipment, orders } = parcel;
  if (shipment.status !== 'DELIVERED' || shipment.payment_status !== 'PAID' || Number(shipment.cod) === 0) return [];
  const open = orders.filter(
    ({ state, parcels }) => !state.cancelledAt && Number(state.outstanding) > 0 && !parcels.some(isToBePaid),
  );
  if (open.length === 0) return [];
  const sum = open.reduce((total, { state }) => total + Number(state.outstanding), 0);
  const says = `${namesOf(open, 'not paid')}, ${formatMoney(sum, open[0]?.order.currency)} open`;
  const one = finding(parcel, 'unpaid-in-store', 'mark-paid-in-store', says, String(sum));
  return [{ ...one, caseKinds: ['store-update-failed'] }];
}

const isToBePaid = (parcel: HoldingShipment): boolean =>
  parcel.payment_status !== 'PAID' && Number(parcel.cod) > 0 && !isReturned(parcel);

function finding(
  { shipment }: ComparedShipment,
  kind: DifferenceKind,
  repair: Finding['repair'],
  storeSays: string,
  facts: string,
): Finding {
  return {
    kind,
    subject: shipment.id,
    shipmentId: shipment.id,
    company: shipment.company,
    orderName: shipment.order_name,
    trackingNumber: shipment.tracking_number,
    storeSays,
    courierSays: shipment.status_text,
    weSay: describeShipment(shipment),
    repair,
    detail: { facts },
    caseKinds: [],
  };
}

/** `Fulfilled, COD Rs 2,450, unpaid` */
export function describeShipment(shipment: Pick<ShipmentRow, 'status' | 'cod' | 'payment_status'>): string {
  const status = statusName[ShipmentStatus.parse(shipment.status)];
  if (Number(shipment.cod) === 0) return `${status}, prepaid`;
  return `${status}, COD ${formatRupees(shipment.cod)}, ${shipment.payment_status === 'PAID' ? 'paid' : 'unpaid'}`;
}

/** `#1042, #1043 cancelled` */
const namesOf = (orders: readonly ComparedOrder[], words: string): string =>
  `${orders.map(({ order }) => order.name).join(', ')} ${words}`;

/** Changes may hold personal data, so only their hash is kept. */
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
