import type { ShipmentStatus } from '../values/statuses.ts';

/** What a step of the progress display is called; a parcel shows only what can happen to it. */
export type ProgressStep = 'booked' | 'on-its-way' | 'returning' | 'delivered' | 'completed' | 'returned' | 'cancelled';

type ShownStep = {
  readonly name: ProgressStep;
  readonly state: 'done' | 'current' | 'inactive';
};

/**
 * The four steps of a parcel. The third, "delivered", is inactive below step 3 and at 4; the fourth is how it ends.
 */
export function progressOf({ status, final }: { status: ShipmentStatus; final: boolean }): readonly ShownStep[] {
  switch (status) {
    case 'FULFILLED':
      return steps(
        ['booked', 'current'],
        ['on-its-way', 'inactive'],
        ['delivered', 'inactive'],
        ['completed', 'inactive'],
      );
    case 'INPROCESS':
      return steps(['booked', 'done'], ['on-its-way', 'current'], ['delivered', 'inactive'], ['completed', 'inactive']);
    case 'DELIVERED':
      return steps(['booked', 'done'], ['on-its-way', 'done'], ['delivered', 'current'], ['completed', 'done']);
    case 'CANCELLED':
      return steps(['booked', 'done'], ['on-its-way', 'inactive'], ['delivered', 'inactive'], ['cancelled', 'current']);
    case 'RTS':
      return final
        ? steps(['booked', 'done'], ['returning', 'done'], ['delivered', 'inactive'], ['returned', 'current'])
        : steps(['booked', 'done'], ['returning', 'current'], ['delivered', 'inactive'], ['returned', 'inactive']);
  }
}

const steps = (...all: readonly [ProgressStep, ShownStep['state']][]): ShownStep[] =>
  all.map(([name, state]) => ({ name, state }));
