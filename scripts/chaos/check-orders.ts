import type { OrderRecord } from './book-orders.ts';
import type { FinalState } from './final-state.ts';

/** How an order may end. Everything else is a violation. */
export const endStates = [
  'booked and fulfilled',
  'free',
  "a person's case: TCS's list does not show it",
  "a person's case: two consignments found",
] as const;
export type EndState = (typeof endStates)[number];

export type OrdersCheck = {
  ends: Map<string, EndState>;
  violations: string[];
};

/** Compares database, couriers and store order by order: at most one live consignment, and none that we do not know. */
export function checkOrders(orderNames: string[], records: OrderRecord[], finalState: FinalState): OrdersCheck {
  const facts = factsByOrder(finalState);
  const ends = new Map<string, EndState>();
  const violations = [
    ...brokenCancels(records, finalState),
    ...unknownConsignments(finalState),
    ...wrongCounters(finalState),
    ...wrongAnswers(records, finalState),
  ];
  for (const name of orderNames) {
    const verdict = checkOrder(finalState, facts(name));
    if (typeof verdict === 'string') ends.set(name, verdict);
    else violations.push(...verdict.wrong.map((what) => `${name}: ${what}`));
  }
  return { ends, violations };
}

type OrderFacts = {
  shipments: FinalState['shipments'];
  live: FinalState['consignments'];
  fulfilled: string[];
};

function factsByOrder({ shipments, consignments, fulfilments }: FinalState): (name: string) => OrderFacts {
  return (name) => {
    const own = shipments.filter((one) => one.order_name === name);
    const references = new Set(own.map((one) => one.reference));
    return {
      shipments: own,
      live: consignments.filter((one) => !one.cancelled && references.has(one.reference)),
      fulfilled: fulfilments
        .filter((one) => one.order_name === name && one.status === 'SUCCESS')
        .map((one) => one.tracking_number ?? ''),
    };
  };
}

function checkOrder(
  finalState: FinalState,
  { shipments, live, fulfilled }: OrderFacts,
): EndState | { wrong: string[] } {
  const wrong: string[] = [];
  const holders = shipments.filter((one) => one.holds);
  const [holder] = holders;
  const numbers = live.map((one) => `${one.courier} ${one.tracking_number}`).join(', ') || 'none';
  if (holders.length > 1) wrong.push(`${holders.length} shipments hold it`);
  const middle = shipments.filter((one) => ['claimed', 'asking', 'cancelling'].includes(one.booking_state));
  for (const one of middle) wrong.push(`${one.id} is still ${one.booking_state}`);
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
function brokenCancels(records: OrderRecord[], { shipments }: FinalState): string[] {
  const held = new Set(shipments.filter((one) => one.holds).map((one) => one.order_name));
  return records
    .filter(
      ({ order, cancelled }) => (cancelled === 'cancelled' || cancelled === 'being cancelled') && held.has(order.name),
    )
    .map(
      ({ order, cancelled }) => `${order.name}: a caller got "${cancelled as string}", but a shipment still holds it`,
    );
}

/** Answers must be true, and only expected answers may occur. */
function wrongAnswers(records: OrderRecord[], { shipments }: FinalState): string[] {
  const broken: string[] = [];
  for (const { order, pattern, answers, cancelled } of records) {
    if (answers.length === 0) broken.push(`${order.name} (${pattern}): no answer was recorded`);
    if (typeof cancelled === 'object') broken.push(`${order.name}: ${cancelled.unexpected}`);
    const booked = new Set(
      shipments
        .filter((one) => one.order_name === order.name && one.booking_state === 'booked')
        .map((one) => one.tracking_number),
    );
    for (const one of answers) {
      if (one.kind === 'unexpected') broken.push(`${order.name} (${pattern}): ${one.words}`);
      if (one.kind === 'booked' && !booked.has(one.trackingNumber))
        broken.push(`${order.name} (${pattern}): a caller got ${one.trackingNumber}, which is not its booking`);
    }
  }
  return broken;
}
