import type { Config } from '../../base/config.ts';

/** The delays after a lost answer at which we look for an uncertain booking. The last empty look-up decides. */
export const lookUpDelaysMs = (config: Pick<Config, 'lookUpSeconds'>): readonly number[] =>
  config.lookUpSeconds.map((seconds) => seconds * 1000);

/** We keep looking for the reference of a released booking for this long: the courier may show it late. */
export const watchReleasedMs = 48 * 3_600_000;

export const watchIntervalMs = 60 * 60_000;
