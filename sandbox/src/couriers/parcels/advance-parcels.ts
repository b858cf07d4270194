import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Consignment, Courier } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';
import { isFinal, journeyTo, routeOf } from './routes.ts';
import { withScan } from './scan.ts';
import type { Step } from './life-cycle.ts';

type AdvanceInput = {
  /** Without a number: every parcel, of one courier when it is named. */
  tracking_number?: string | undefined;
  courier?: Courier | undefined;
  /** Number of scans along the parcel's own route; default 1. */
  steps?: number | undefined;
  /**
   * A word of the courier's vocabulary, 'paid', or one of 'picked', 'in_transit', 'out_for_delivery', 'attempted', 'delivered',
   * 'returning', 'returned', 'cancelled' (in the courier's portal), 'cancelled_by_courier'. With a number it also moves parcels that had come to an end.
   */
  to?: string | undefined;
};

type AdvancedParcel = {
  courier: Courier;
  tracking_number: string;
  status: string;
  state: string;
  cancelled: boolean;
};

export function advanceParcels(context: SandboxContext, input: AdvanceInput): AdvancedParcel[] {
  const book = consignmentBook(context);
  const moved: AdvancedParcel[] = [];
  for (const parcel of chosenParcels(context, input)) {
    const next =
      input.to === undefined ? moveAlongRoute(context, parcel, input.steps ?? 1) : moveTo(context, parcel, input.to);
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

function chosenParcels(context: SandboxContext, input: AdvanceInput): Consignment[] {
  const book = consignmentBook(context);
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

function moveAlongRoute(context: SandboxContext, parcel: Consignment, count: number): Consignment | undefined {
  if (isFinal(parcel.stage) || count < 1) return undefined;
  const route = routeOf(parcel.courier, parcel.path);
  const steps = route.slice(parcel.state + 1, parcel.state + 1 + count);
  if (steps.length === 0) return undefined;
  return { ...withScans(context, parcel, steps), state: parcel.state + steps.length };
}

function moveTo(context: SandboxContext, parcel: Consignment, to: string): Consignment | undefined {
  if (to === 'paid') {
    if (parcel.stage !== 'delivered' || parcel.paid_at) return undefined;
    return { ...parcel, paid_at: context.now().toISOString() };
  }
  if (parcel.stage === to && isFinal(parcel.stage)) return undefined;
  const journey = journeyTo(parcel, to);
  if (!journey) return undefined;
  return { ...withScans(context, parcel, journey.steps), path: journey.path, state: journey.state };
}

/** Scans made in one call are a second apart and after earlier scans, so that their order is clear. */
function withScans(context: SandboxContext, parcel: Consignment, steps: Step[]): Consignment {
  const start = Math.max(context.now().getTime() - 1000 * (steps.length - 1), Date.parse(parcel.moved_at) + 1000);
  return steps.reduce((moved, step, index) => withScan(moved, step, new Date(start + 1000 * index)), parcel);
}
