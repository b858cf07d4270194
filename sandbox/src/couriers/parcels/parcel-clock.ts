import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Consignment } from './consignment.ts';
import { consignmentBook } from './consignment-book.ts';
import { isFinal, routeOf } from './routes.ts';
import { withScan } from './scan.ts';

const tickMs = 2000;
const hourMs = 3_600_000;
/** COD is paid out two days after delivery. */
const hoursToPayment = 48;

/** Moves parcels over time: at speed 1 delivery comes about six hours after booking, at 0 nothing moves. */
export function startParcelClock(context: SandboxContext, speed: number): { stop(): void } {
  if (speed <= 0) return { stop: () => undefined };
  const timer = setInterval(() => moveDueParcels(context, speed), tickMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export function moveDueParcels(context: SandboxContext, speed: number): void {
  const book = consignmentBook(context);
  const now = context.now().getTime();
  for (const parcel of book.moving()) {
    let moved = parcel;
    for (let next = nextMove(moved, speed, now); next; next = nextMove(moved, speed, now)) moved = next;
    if (moved !== parcel) book.save(moved);
  }
}

function nextMove(parcel: Consignment, speed: number, now: number): Consignment | undefined {
  const since = Date.parse(parcel.moved_at);
  if (parcel.stage === 'delivered') {
    const payable = since + (hoursToPayment * hourMs) / speed;
    if (parcel.paid_at || payable > now) return undefined;
    return { ...parcel, paid_at: new Date(payable).toISOString() };
  }
  if (isFinal(parcel.stage)) return undefined;
  const step = routeOf(parcel.courier, parcel.path)[parcel.state + 1];
  if (!step) return undefined;
  const due = since + (step.hours * hourMs) / speed;
  if (due > now) return undefined;
  return { ...withScan(parcel, step, new Date(due)), state: parcel.state + 1 };
}
