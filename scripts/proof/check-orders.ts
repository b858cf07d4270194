import type { FinalState } from './final-state.ts';
import type { FormRecord } from './people.ts';
import type { ProofOrder } from './place-orders.ts';

/** How an order may end. Everything else is a violation. */
export const endStates = [
  'booked and fulfilled',
  'free',
  "a person's case: TCS's list does not show it",
  "a person's case: two consignments found",
] as const;
type EndState = (typeof endStates)[number];

export type OrdersCheck = {
  /** By the store's number of the order. */
  ends: Map<string, EndState>;
  violations: string[];
};

/** Compares database, couriers and store order by order: at most one live consignment, and none that we do not know. */
export function checkOrders(orders: ProofOrder[], records: FormRecord[], finalState: FinalState): OrdersCheck {
  const facts = factsByOrder(finalState);
  const ends = new Map<string, EndState>();
  const violations = [
    ...brokenCancels(records, finalState),
    ...unknownConsignments(finalState),
    ...wrongCounters(finalState),
    ...wrongAnswers(records, finalState),
  ];
  for (const order of orders) {
    const verdict = checkOrder(finalState, order, facts(order));
    if (typeof verdict === 'string') ends.set(order.id, verdict);
    else violations.push(...verdict.wrong.map((what) => `${inWords(order)}: ${what}`));
  }
  return { ends, violations };
}

export const inWords = ({ name, family }: ProofOrder): string => `${name} of ${family}`;

type OrderFacts = {
  shipments: FinalState['shipments'];
  live: FinalState['consignments'];
  fulfilled: string[];
};

function factsByOrder({ shipments, consignments, fulfilments }: FinalState): (order: ProofOrder) => OrderFacts {
  const ofOrder = new Map<string, FinalState['shipments']>();
  for (const shipment of shipments)
    for (const id of shipment.orders) ofOrder.set(id, [...(ofOrder.get(id) ?? []), shipment]);
  const live = Map.groupBy(
    consignments.filter((one) => !one.cancelled),
    (one) => one.reference,
  );
  const done = Map.groupBy(
    fulfilments.filter((one) => one.status === 'SUCCESS'),
    (one) => one.order_id,
  );
  return ({ id }) => {
    const own = ofOrder.get(id) ?? [];
    return {
      shipments: own,
      live: own.flatMap((one) => live.get(one.reference) ?? []),
      fulfilled: (done.get(id) ?? []).map((one) => one.tracking_number ?? ''),
    };
  };
}

function checkOrder(
  finalState: FinalState,
  { id, family }: ProofOrder,
  { shipments, live, fulfilled }: OrderFacts,
): EndState | { wrong: string[] } {
  const wrong: string[] = [];
  const holders = shipments.filter((one) => one.held_orders.includes(id));
  const [holder] = holders;
  const numbers = live.map((one) => `${one.courier} ${one.tracking_number}`).join(', ') || 'none';
  if (holders.length > 1) wrong.push(`${holders.length} shipments hold it`);
  const middle = shipments.filter((one) => ['claimed', 'asking', 'cancelling'].includes(one.booking_state));
  for (const one of middle) wrong.push(`${one.id} is still ${one.booking_state}`);
  for (const { tracking_number, consignee } of live)
    if (!consignee.name.endsWith(family))
      wrong.push(`${tracking_number} goes to ${consignee.name}, a customer of another`);
  if (wrong.length > 0) return { wrong };

  if (!holder) {
    if (live.length > 0) wrong.push(`it is free, but these consignments are live: ${numbers}`);
    if (fulfilled.length > 0) wrong.push(`it is free, but the store says ${fulfilled.join(', ')}`);
    return wrong.length > 0 ? { wrong } : 'free';
  }
  if (holder.booking_state === 'booked') {
    const number = holder.tracking_number ?? '';
    const [only] = live;
    const same =
      only?.tracking_number === number && only.courier === holder.company && only.reference === holder.reference;
    if (live.length !== 1 || !same) wrong.push(`booked as ${holder.company} ${number}, live at couriers: ${numbers}`);
    if (fulfilled.length !== 1 || fulfilled[0] !== number)
      wrong.push(`booked as ${number}, the store says ${fulfilled.join(', ') || 'nothing'} (${holder.store_state})`);
    if (holder.open_cases.length > 0) wrong.push(`booked, but these cases are open: ${holder.open_cases.join(', ')}`);
    return wrong.length > 0 ? { wrong } : 'booked and fulfilled';
  }
  if (holder.booking_state !== 'uncertain') return { wrong: [`held by a shipment that is ${holder.booking_state}`] };
  const shown = finalState.shown.get(holder.id) ?? [];
  if (fulfilled.length > 0) wrong.push(`uncertain, but the store says ${fulfilled.join(', ')}`);
  if (holder.open_cases.length === 0) wrong.push('uncertain, without an open case');
  if (shown.length === 1) wrong.push(`uncertain, though ${holder.company} shows ${shown[0]} for ${holder.reference}`);
  if (shown.length === 0 && holder.company !== 'TCS')
    wrong.push(`still uncertain, and ${holder.company} shows nothing`);
  if (wrong.length > 0) return { wrong };
  return shown.length > 1 ? "a person's case: two consignments found" : "a person's case: TCS's list does not show it";
}

function unknownConsignments({ shipments, consignments }: FinalState): string[] {
  const known = new Set(shipments.map((one) => one.reference));
  return consignments
    .filter((one) => !one.cancelled && !known.has(one.reference))
    .map((one) => `${one.courier} ${one.tracking_number} (${one.reference}) is live and unknown to us`);
}

function wrongCounters({ counters }: FinalState): string[] {
  const wrong: string[] = [];
  if (counters.plan_used !== counters.plan_shipments)
    wrong.push(`the plan counts ${counters.plan_used} bookings, there are ${counters.plan_shipments}`);
  if (counters.counted !== counters.numbered)
    wrong.push(`the counters give ${counters.counted} shipments, there are ${counters.numbered}`);
  return wrong;
}

/** A booking must not stay active after someone got the answer that it is cancelled or being cancelled. */
function brokenCancels(records: FormRecord[], { shipments }: FinalState): string[] {
  const held = new Set(shipments.filter((one) => one.held_orders.length > 0).map((one) => one.tracking_number));
  return records.flatMap(({ orders, cancelled }) => {
    if (!cancelled || typeof cancelled.result === 'object') return [];
    const isPromised = cancelled.result === 'cancelled' || cancelled.result === 'being cancelled';
    if (!isPromised || !held.has(cancelled.trackingNumber)) return [];
    return [
      `${allInWords(orders)}: a caller got "${cancelled.result}", but ${cancelled.trackingNumber} still holds it`,
    ];
  });
}

const allInWords = (orders: ProofOrder[]): string => orders.map(inWords).join(' and ');

/** Answers must be true, and only expected answers may occur. */
function wrongAnswers(records: FormRecord[], { shipments }: FinalState): string[] {
  const numbers = new Map<string, Set<string | null>>();
  for (const { orders, booking_state, tracking_number } of shipments)
    if (booking_state === 'booked')
      for (const id of orders) numbers.set(id, (numbers.get(id) ?? new Set()).add(tracking_number));
  return records.flatMap((record) => {
    const { orders, pattern, cancelled, bookedAgain = [] } = record;
    const name = `${allInWords(orders)} (${pattern})`;
    const wrong = record.answers.length === 0 ? ['no answer was recorded'] : [];
    if (typeof cancelled?.result === 'object') wrong.push(cancelled.result.unexpected);
    for (const one of [...record.answers, ...bookedAgain]) {
      if (one.kind === 'unexpected') wrong.push(one.words);
      if (one.kind === 'booked' && !orders.every(({ id }) => numbers.get(id)?.has(one.trackingNumber)))
        wrong.push(`a caller got ${one.trackingNumber}, which is not its booking`);
    }
    return wrong.map((what) => `${name}: ${what}`);
  });
}
