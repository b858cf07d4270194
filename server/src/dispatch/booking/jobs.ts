import type { Work } from '../../base/jobs/run-job.ts';
import type { Sweep } from '../../base/jobs/sweeps.ts';
import { expireBookings } from './expire-bookings.ts';
import { lookUpsToDo, lookUpShipment } from './look-up-shipment.ts';

/** Searches for bookings with an unknown outcome. */
export const lookUpWork: Work = {
  kind: 'booking-look-ups',
  atOnce: 8,
  atOncePerShop: 4,
  run: lookUpShipment,
  needed: lookUpsToDo,
};

/** Bookings that a stopped process left behind. */
export const bookingSweeps: readonly Sweep[] = [{ name: 'booking-expiry', everyMs: 5_000, run: expireBookings }];
