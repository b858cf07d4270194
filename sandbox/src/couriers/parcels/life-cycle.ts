import type { Stage } from './consignment.ts';

export interface Step {
  /** The courier's own word for the state. */
  status: string;
  stage: Stage;
  /** Hours the parcel spends in the state before, at speed 1. */
  hours: number;
  code?: string;
  /** The courier's second wording; `{origin}` and `{destination}` are filled in, anything else is literal. */
  message?: string;
  place?: 'origin' | 'destination';
  /** One of them is given with the scan, chosen by the number. */
  reasons?: string[];
  /** The courier changes its status without showing a scan. */
  silent?: true;
}

export interface LifeCycle {
  booked: Step;
  forward: Step[];
  delivered: Step;
  attempted: Step[];
  again: Step[];
  back: Step[];
  cancelled: Step;
  cancelledByCourier: Step;
  /** Words the courier also uses, outside the ordinary routes. */
  others: Step[];
}
