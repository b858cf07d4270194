import type { World } from '../world.ts';
import type { Consignment, Courier } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';
import { isFinal, journeyTo, routeOf } from './life-cycle.ts';
import { scanned } from './scan.ts';
import type { Step } from './step.ts';

export interface AdvanceInput {
  /** Without a number: every parcel, of one courier when it is named. */
  tracking_number?: string | undefined;
  courier?: Courier | undefined;
  /** Scans along the parcel's own route; 1 unless told. */
  steps?: number | undefined;
  /**
   * A word of the courier's vocabulary, 'paid', or one of 'picked', 'in_transit', 'out_for_delivery', 'attempted', 'delivered',
   * 'returning', 'returned', 'cancelled' (in the courier's portal), 'cancelled_by_courier'. With a number it also moves parcels that had come to an end.
   */
  to?: string | undefined;
}

export interface AdvancedParcel {
  courier: Courier;
  tracking_number: string;
  status: string;
  state: string;
  cancelled: boolean;
}

export function advanceParcels(world: World, input: AdvanceInput): AdvancedParcel[] {
  const book = consignmentBook(world);
  const moved: AdvancedParcel[] = [];
  for (const parcel of chosenParcels(world, input)) {
    const next = input.to === undefined ? stepped(world, parcel, input.steps ?? 1) : brought(world, parcel, input.to);
    if (!next) continue;
    book.save(next);
    moved.push({
      courier: next.courier,
      tracking_number: next.tracking_number,
      status: next.status,
      state: next.stage,
      cancelled: next.cancelled,
    });
  }
  return moved;
}

function chosenParcels(world: World, input: AdvanceInput): Consignment[] {
  const book = consignmentBook(world);
  const { tracking_number: number, courier } = input;
  if (number === undefined) {
    const parcels = input.to === 'paid' ? book.all() : book.moving();
    return [...parcels].filter(
      (parcel) =>
        (courier === undefined || parcel.courier === courier) && (input.to === 'paid' || !isFinal(parcel.stage)),
    );
  }
  const named: Courier[] = courier === undefined ? ['LEOPARD', 'MNP', 'POSTEX', 'TCS'] : [courier];
  return named.flatMap((name) => book.find(name, number) ?? []);
}

function stepped(world: World, parcel: Consignment, count: number): Consignment | undefined {
  if (isFinal(parcel.stage) || count < 1) return undefined;
  const route = routeOf(parcel.courier, parcel.path);
  const steps = route.slice(parcel.state + 1, parcel.state + 1 + count);
  if (steps.length === 0) return undefined;
  return { ...walked(world, parcel, steps), state: parcel.state + steps.length };
}

function brought(world: World, parcel: Consignment, to: string): Consignment | undefined {
  if (to === 'paid') {
    if (parcel.stage !== 'delivered' || parcel.paid_at) return undefined;
    return { ...parcel, paid_at: world.now().toISOString() };
  }
  if (parcel.stage === to && isFinal(parcel.stage)) return undefined;
  const journey = journeyTo(parcel, to);
  if (!journey) return undefined;
  return { ...walked(world, parcel, journey.steps), path: journey.path, state: journey.state };
}

/** Scans made at once lie a second apart, after what was scanned before, so that their order can be told. */
function walked(world: World, parcel: Consignment, steps: Step[]): Consignment {
  const start = Math.max(world.now().getTime() - 1000 * (steps.length - 1), Date.parse(parcel.moved_at) + 1000);
  return steps.reduce((moved, step, index) => scanned(moved, step, new Date(start + 1000 * index)), parcel);
}
