import type { Config } from '../config.ts';

/** After how long, counted from the lost answer, an uncertain booking is looked up; the last empty one decides. */
export const lookUpDelaysMs = (config: Pick<Config, 'lookUpSeconds'>): readonly number[] =>
  config.lookUpSeconds.map((seconds) => seconds * 1000);

/** References of freed attempts are looked up for this long. */
export const watchReleasedMs = 48 * 3_600_000;

/** How often a freed attempt is looked up meanwhile. */
export const watchIntervalMs = 60 * 60_000;
