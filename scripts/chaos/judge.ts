import type { OrderStory } from './book-orders.ts';
import type { Evidence } from './evidence.ts';

/** How an order may end. Everything else is a violation. */
export const endStates = [
  'booked and fulfilled',
  'free',
  "a person's case: TCS's list does not show it",
  "a person's case: two consignments found",
] as const;
export type EndState = (typeof endStates)[number];

export interface Judgement {
  ends: Map<string, EndState>;
  violations: string[];
}

/** Compares what the three sides say, order by order (design.md 7: at most one live consignment, and none unknown). */
export function judge(orderNames: string[], stories: OrderStory[], evidence: Evidence): Judgement {
  const facts = factsByOrder(evidence);
  const ends = new Map<string, EndState>();
  const violations = [
    ...notTakenBack(stories, evidence),
    ...strayConsignments(evidence),
    ...wrongCounters(evidence),
    ...brokenPromises(stories, evidence),
  ];
  for (const name of orderNames) {
    const verdict = judgeOrder(evidence, facts(name));
    if (typeof verdict === 'string') ends.set(name, verdict);
    else violations.push(...verdict.wrong.map((what) => `${name}: ${what}`));
  }
  return { ends, violations };
}

interface OrderFacts {
  shipments: Evidence['shipments'];
  live: Evidence['consignments'];
  fulfilled: string[];
}

function factsByOrder({ shipments, consignments, fulfilments }: Evidence): (name: string) => OrderFacts {
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

function judgeOrder(evidence: Evidence, { shipments, live, fulfilled }: OrderFacts): EndState | { wrong: string[] } {
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
  const shown = evidence.shown.get(holder.id) ?? [];
  if (fulfilled.length > 0) wrong.push(`uncertain, but the store says ${fulfilled.join(', ')}`);
  if (holder.open_cases.length === 0) wrong.push('uncertain, and nobody is told');
  if (shown.length === 1) wrong.push(`uncertain, though ${holder.company} shows ${shown[0]} for ${holder.reference}`);
  if (shown.length === 0 && holder.company !== 'TCS')
    wrong.push(`still uncertain, and ${holder.company} shows nothing`);
  if (wrong.length > 0) return { wrong };
  return shown.length > 1 ? "a person's case: two consignments found" : "a person's case: TCS's list does not show it";
}

function strayConsignments({ shipments, consignments }: Evidence): string[] {
  const known = new Set(shipments.map((one) => one.reference));
  return consignments
    .filter((one) => !one.cancelled && !known.has(one.reference))
    .map((one) => `${one.courier} ${one.tracking_number} (${one.reference}) is live and unknown to us`);
}

function wrongCounters({ counters }: Evidence): string[] {
  const wrong: string[] = [];
  if (counters.plan_used !== counters.plan_shipments)
    wrong.push(`the plan counts ${counters.plan_used} bookings, there are ${counters.plan_shipments}`);
  if (counters.counted !== counters.numbered)
    wrong.push(`the counters give ${counters.counted} shipments, there are ${counters.numbered}`);
  return wrong;
}

/** Who was told that a booking is cancelled, or is being cancelled, must not find it standing. */
function notTakenBack(stories: OrderStory[], { shipments }: Evidence): string[] {
  const held = new Set(shipments.filter((one) => one.holds).map((one) => one.order_name));
  return stories
    .filter(
      ({ order, takenBack }) => (takenBack === 'cancelled' || takenBack === 'being cancelled') && held.has(order.name),
    )
    .map(({ order, takenBack }) => `${order.name}: somebody was told "${takenBack as string}", and it is still held`);
}

/** What people were told must be what they find; and nothing but the expected was told. */
function brokenPromises(stories: OrderStory[], { shipments }: Evidence): string[] {
  const broken: string[] = [];
  for (const { order, gesture, told, takenBack } of stories) {
    if (typeof takenBack === 'object') broken.push(`${order.name}: ${takenBack.unexpected}`);
    const booked = new Set(
      shipments
        .filter((one) => one.order_name === order.name && one.booking_state === 'booked')
        .map((one) => one.tracking_number),
    );
    for (const one of told) {
      if (one.kind === 'unexpected') broken.push(`${order.name} (${gesture}): ${one.words}`);
      if (one.kind === 'booked' && !booked.has(one.trackingNumber))
        broken.push(`${order.name} (${gesture}): somebody was told ${one.trackingNumber}, which is not its booking`);
    }
  }
  return broken;
}
