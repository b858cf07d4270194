import type { Company } from '@courierdesk/contract/companies';
import { seededRandom } from '../seeded-random.ts';

const hour = 3_600_000;

/** The number of store orders of the demo shop. */
export const storeOrders = 520;
const weeks = 4;
/** The newest orders and every second one before them are not booked, so that 120 are open. */
const newestOpen = 40;
const mixedUntil = 200;

type PlannedOrder = {
  readonly placedAt: Date;
  /** Undefined: not booked yet. */
  readonly shipment: PlannedShipment | undefined;
};

export type PlannedShipment = {
  readonly company: Company;
  readonly bookedAt: Date;
  /** Where the parcel is, in the sandbox's words; undefined: just booked. */
  readonly to: string | undefined;
  readonly movedAt: Date | undefined;
  readonly paidAt: Date | undefined;
  readonly byStaff: boolean;
  readonly weight: number;
};

/** The plan for the n-th newest order: when it was placed, and what happened to its parcel. */
export function plannedOrder(newness: number, now: Date, isPrepaid: boolean): PlannedOrder {
  const chance = seededRandom(7_919 * (storeOrders - newness) + 17);
  const share = (newness + 0.2 + 0.6 * chance()) / storeOrders;
  const placedAt = new Date(now.getTime() - weeks * 7 * 24 * hour * share ** 1.6);
  const isOpen = newness < newestOpen || (newness < mixedUntil && newness % 2 === 0);
  return { placedAt, shipment: isOpen ? undefined : plannedShipment(chance, placedAt, now, isPrepaid) };
}

function plannedShipment(chance: () => number, placedAt: Date, now: Date, isPrepaid: boolean): PlannedShipment {
  const company = companyFor(chance(), isPrepaid);
  const latest = now.getTime() - 20 * 60_000;
  const bookedAt = new Date(Math.min(placedAt.getTime() + (0.5 + 12 * chance()) * hour, latest));
  const age = (now.getTime() - bookedAt.getTime()) / hour;
  const fate = fateAt(age, chance());
  const movedAt = fate && new Date(movedAfter(fate, bookedAt, now, chance()));
  const isSettled = fate === 'delivered' && movedAt && now.getTime() - movedAt.getTime() > 7 * 24 * hour;
  return {
    company,
    bookedAt,
    to: fate,
    movedAt,
    paidAt: isSettled ? new Date(movedAt.getTime() + 4 * 24 * hour) : undefined,
    byStaff: chance() < 0.6,
    weight: 500 + 250 * Math.floor(4 * chance()),
  };
}

/** M&P takes no prepaid parcels from this account. */
function companyFor(roll: number, isPrepaid: boolean): Company {
  if (roll < 0.4) return 'LEOPARD';
  if (roll < 0.65) return 'POSTEX';
  if (roll < 0.85) return 'TCS';
  return isPrepaid ? 'LEOPARD' : 'MNP';
}

type Fate =
  | 'picked'
  | 'in_transit'
  | 'out_for_delivery'
  | 'attempted'
  | 'delivered'
  | 'returning'
  | 'returned'
  | 'cancelled'
  | undefined;

/** Shares of a hundred parcels of that age in hours. */
function fateAt(age: number, roll: number): Fate {
  if (age < 8) return undefined;
  if (age < 20)
    return pick(roll, [
      [45, undefined],
      [50, 'picked'],
      [5, 'cancelled'],
    ]);
  if (age < 60)
    return pick(roll, [
      [12, 'picked'],
      [48, 'in_transit'],
      [22, 'out_for_delivery'],
      [14, 'delivered'],
      [4, 'cancelled'],
    ]);
  if (age < 120)
    return pick(roll, [
      [2, undefined],
      [58, 'delivered'],
      [14, 'in_transit'],
      [9, 'out_for_delivery'],
      [7, 'attempted'],
      [5, 'returning'],
      [5, 'cancelled'],
    ]);
  return pick(roll, [
    [80, 'delivered'],
    [9, 'returned'],
    [4, 'returning'],
    [5, 'cancelled'],
    [2, 'in_transit'],
  ]);
}

function pick(roll: number, shares: readonly (readonly [number, Fate])[]): Fate {
  let left = roll * 100;
  for (const [share, fate] of shares) {
    if (left < share) return fate;
    left -= share;
  }
  return shares[0]?.[1];
}

function movedAfter(fate: Fate, bookedAt: Date, now: Date, roll: number): number {
  const booked = bookedAt.getTime();
  const latest = now.getTime() - 10 * 60_000;
  const between = (from: number, to: number): number => Math.min(booked + (from + (to - from) * roll) * hour, latest);
  switch (fate) {
    case 'delivered':
      return between(26, 100);
    case 'returned':
      return between(110, 200);
    case 'cancelled':
      return between(0.5, 5);
    default:
      return Math.max(booked + 10 * 60_000, latest - roll * 9 * hour);
  }
}
