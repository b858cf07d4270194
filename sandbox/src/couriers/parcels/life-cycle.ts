import type { Stage } from './consignment.ts';

export type Step = {
  /** The courier's own name for the state. */
  status: string;
  stage: Stage;
  /** Hours the parcel spends in the state before, at speed 1. */
  hours: number;
  code?: string;
  /** The courier's longer text; `{origin}`, `{destination}`, `{merchant}` and `{reason}` are filled in. */
  message?: string;
  place?: 'origin' | 'destination';
  /** One of them is added to the scan, chosen by the tracking number. */
  reasons?: string[];
  /** The status changes without a scan. */
  silent?: true;
};

export type LifeCycle = {
  booked: Step;
  forward: Step[];
  delivered: Step;
  attempted: Step[];
  reattempt: Step[];
  returnSteps: Step[];
  cancelled: Step;
  cancelledByCourier: Step;
  /** Statuses that the courier also uses, outside the usual routes. */
  others: Step[];
};
