import type { Config } from '../../base/config.ts';
import { lookUpDelaysMs } from '../../dispatch/booking/look-up-schedule.ts';

const shortestMs = 30 * 60_000;

/**
 * Bookings that are uncertain since before then are stuck: all look-ups of the schedule were due long ago. Earlier, one more
 * look-up would free an order sooner than its courier may show the parcel.
 */
export const uncertainBefore = (config: Pick<Config, 'lookUpSeconds'>, now: Date): Date =>
  new Date(now.getTime() - Math.max(shortestMs, 2 * Math.max(...lookUpDelaysMs(config))));

/** A store update or a job is stuck when it failed so often in a row. */
export const stuckTries = 4;
