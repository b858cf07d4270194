import { isFulfillable, isOpenToUs, whyStopped } from './fulfilment-orders.ts';
import type { PlatformFulfilmentState } from './platform.ts';

/** What we want the store to say about one consignment. Quantities are those fixed when it was booked. */
export type DesiredFulfilment = {
  readonly trackingNumber: string;
  readonly lines: readonly LineQuantity[];
  /** Of all our parcels of the order: a fulfilment with one of these numbers belongs to that parcel. */
  readonly parcelNumbers: readonly string[];
  /** The parcel was cancelled: the store should not show it. */
  readonly nothing?: boolean;
  /** A person asked for ours, although the store cancelled it or shows another fulfilment of the same items. */
  readonly replaceOthers?: boolean;
};

type LineQuantity = { readonly lineId: string; readonly quantity: number };

export type FulfilmentStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled-in-store' }
  /** One store fulfilment per group; read the state and plan again afterwards. */
  | { readonly kind: 'fulfil'; readonly groups: readonly FulfilmentGroup[] }
  | { readonly kind: 'cancel'; readonly fulfilmentIds: readonly string[] }
  /** Waits for the store or for a person; `words` say why. */
  | { readonly kind: 'blocked'; readonly reason: BlockedReason; readonly words: string };

type BlockedReason = 'on-hold' | 'scheduled' | 'with-3pl' | 'fulfilled-elsewhere' | 'undone-in-store';

type FulfilmentGroup = {
  /** Empty when the store does not tell us its locations: the group is then a single fulfilment order. */
  readonly locationId: string;
  readonly fulfilmentOrders: readonly {
    readonly id: string;
    readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  }[];
};

/**
 * The next step from the state of the store to the state that we want. It depends on nothing else, so it
 * can be computed again after any lost answer. We report manual changes in the store and do not undo them: goods that were
 * shipped under another number stay as they are, and we do not repeat a fulfilment of ours that someone cancelled there,
 * unless a person asked for exactly that (`replaceOthers`). See docs/contracts/shopify.md, "Fulfilments".
 */
export function nextFulfilmentStep(state: PlatformFulfilmentState, wanted: DesiredFulfilment): FulfilmentStep {
  const ours = state.fulfilments.filter(({ trackingNumbers }) => trackingNumbers.includes(wanted.trackingNumber));
  if (wanted.nothing) return stepToNothing(state, wanted, ours);
  const live = ours.filter(({ succeeded }) => succeeded);
  const missing = without(quantitiesOf(wanted.lines), live);
  if (missing.size === 0) return { kind: 'done' };
  if (state.cancelledAt) return { kind: 'cancelled-in-store' };
  const undone = ours.filter(({ cancelled }) => cancelled);
  const stillMissing = wanted.replaceOthers ? missing : without(missing, undone);
  if (stillMissing.size === 0) return undoneInStore(wanted.trackingNumber);

  const groups = groupsFor(state.fulfilmentOrders.filter(isOpenToUs), stillMissing);
  if (groups.length > 0) return { kind: 'fulfil', groups };
  const others = wanted.replaceOthers ? othersOf(state, wanted, stillMissing) : [];
  if (others.length > 0) return { kind: 'cancel', fulfilmentIds: others.map(({ id }) => id) };
  return blocked(state, stillMissing, wanted.trackingNumber);
}

/** Unless our number was edited in the store, the items are in fulfilments of ours, also after those were cancelled. */
function stepToNothing(
  state: PlatformFulfilmentState,
  { trackingNumber, lines, parcelNumbers }: DesiredFulfilment,
  ours: readonly Fulfilment[],
): FulfilmentStep {
  const live = ours.filter(({ succeeded }) => succeeded);
  const alone = live.filter(({ trackingNumbers }) => trackingNumbers.every((number) => number === trackingNumber));
  if (alone.length > 0) return { kind: 'cancel', fulfilmentIds: alone.map(({ id }) => id) };
  const [shared] = live;
  if (shared) return sharedFulfilment(shared, trackingNumber);
  const neverOurs = without(quantitiesOf(lines), ours);
  const others = state.fulfilments.filter(
    (one) =>
      one.succeeded &&
      one.lines.some(({ lineId }) => neverOurs.has(lineId)) &&
      !one.trackingNumbers.some((number) => parcelNumbers.includes(number)),
  );
  return others.length > 0 ? stillFulfilled(others) : { kind: 'done' };
}

type FulfilmentOrder = PlatformFulfilmentState['fulfilmentOrders'][number];
type Fulfilment = PlatformFulfilmentState['fulfilments'][number];

function quantitiesOf(lines: readonly LineQuantity[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { lineId, quantity } of lines) quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity);
  return new Map([...quantities].filter(([, quantity]) => quantity > 0));
}

/** Other fulfilments of missing items. One of another parcel of ours, or with items outside this parcel, stays as it is. */
function othersOf(
  state: PlatformFulfilmentState,
  { trackingNumber, lines, parcelNumbers }: DesiredFulfilment,
  missing: ReadonlyMap<string, number>,
): Fulfilment[] {
  const inParcel = quantitiesOf(lines);
  return state.fulfilments.filter(
    (one) =>
      one.succeeded &&
      !one.trackingNumbers.some((number) => number === trackingNumber || parcelNumbers.includes(number)) &&
      one.lines.some(({ lineId }) => missing.has(lineId)) &&
      one.lines.every(({ lineId }) => inParcel.has(lineId)),
  );
}

/** What the fulfilments leave of the quantities; only lines with something left. */
function without(quantities: ReadonlyMap<string, number>, fulfilments: readonly Fulfilment[]): Map<string, number> {
  const left = new Map(quantities);
  for (const { lineId, quantity } of fulfilments.flatMap(({ lines }) => lines)) {
    left.set(lineId, (left.get(lineId) ?? 0) - quantity);
  }
  return new Map([...left].filter(([, quantity]) => quantity > 0));
}

/** Takes what is wanted, and no more, from the fulfilment orders in turn: one line may be spread over several. */
function groupsFor(orders: readonly FulfilmentOrder[], wanted: ReadonlyMap<string, number>): FulfilmentGroup[] {
  const left = new Map(wanted);
  const groups = new Map<string, FulfilmentGroup>();
  for (const order of orders) {
    const lines = order.lines.flatMap(({ id, lineId, remaining }) => {
      const quantity = Math.min(remaining, left.get(lineId) ?? 0);
      if (quantity <= 0) return [];
      left.set(lineId, (left.get(lineId) ?? 0) - quantity);
      return [{ id, quantity }];
    });
    if (lines.length === 0) continue;
    const key = order.locationId || order.id;
    const others = groups.get(key)?.fulfilmentOrders ?? [];
    groups.set(key, { locationId: order.locationId, fulfilmentOrders: [...others, { id: order.id, lines }] });
  }
  return [...groups.values()];
}

function blocked(
  state: PlatformFulfilmentState,
  wanted: ReadonlyMap<string, number>,
  trackingNumber: string,
): FulfilmentStep {
  const holding = state.fulfilmentOrders.filter((order) =>
    order.lines.some(({ lineId, remaining }) => remaining > 0 && wanted.has(lineId)),
  );
  const stopped = (code: string) => holding.map(whyStopped).find((stop) => stop?.code === code);
  const held = stopped('on-hold');
  if (held) return { kind: 'blocked', reason: 'on-hold', words: `The order is ${held.words}. Release the hold there.` };
  const scheduled = stopped('scheduled');
  if (scheduled) return { kind: 'blocked', reason: 'scheduled', words: `The order is ${scheduled.words}.` };
  const elsewhere = holding.find((order) => isFulfillable(order) || order.status === 'INCOMPLETE');
  if (elsewhere) {
    const words = `The items are with the fulfilment service “${elsewhere.locationName}”.`;
    return { kind: 'blocked', reason: 'with-3pl', words };
  }
  return { kind: 'blocked', reason: 'fulfilled-elsewhere', words: elsewhereWords(state, trackingNumber) };
}

function elsewhereWords(state: PlatformFulfilmentState, trackingNumber: string): string {
  const others = state.fulfilments.filter(
    ({ succeeded, trackingNumbers }) => succeeded && !trackingNumbers.includes(trackingNumber),
  );
  if (others.length === 0) return 'The store has nothing left to ship of these items.';
  return `The items are already fulfilled in the store ${underNumbers(others)}.`;
}

/** Someone edited the number of our fulfilment, or the items were fulfilled without us. */
function stillFulfilled(others: readonly Fulfilment[]): FulfilmentStep {
  const words = `The items are still fulfilled in the store ${underNumbers(others)}. If they are not being sent, cancel that fulfilment there.`;
  return { kind: 'blocked', reason: 'fulfilled-elsewhere', words };
}

/** A cancel would also unfulfil what the other parcel carries. */
function sharedFulfilment({ trackingNumbers }: Fulfilment, trackingNumber: string): FulfilmentStep {
  const others = trackingNumbers.filter((number) => number !== trackingNumber).join(', ');
  const words = `The fulfilment with ${trackingNumber} in the store also has ${others}, so we did not cancel it. If nothing of it is being sent, cancel it there.`;
  return { kind: 'blocked', reason: 'fulfilled-elsewhere', words };
}

function underNumbers(fulfilments: readonly Fulfilment[]): string {
  const numbers = [...new Set(fulfilments.flatMap(({ trackingNumbers }) => trackingNumbers))];
  return numbers.length > 0 ? `under ${numbers.join(', ')}` : 'without a tracking number';
}

function undoneInStore(trackingNumber: string): FulfilmentStep {
  const words = `The fulfilment with ${trackingNumber} was cancelled in the store.`;
  return { kind: 'blocked', reason: 'undone-in-store', words };
}
