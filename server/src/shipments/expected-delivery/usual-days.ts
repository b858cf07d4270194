import { spansHoliday } from './lunar-holidays.ts';
import { restDays, workingDays } from './working-days.ts';

/** Parcels of one courier that were booked and delivered on these days since 1970. */
export type Delivered = { readonly booked: number; readonly delivered: number; readonly n: number };

/** Working days from the booking to the delivery, and the weekdays on which the courier rests. */
export type UsualDays = { readonly least: number; readonly most: number; readonly resting: ReadonlySet<number> };

/** Deliveries of the last days count, if the shop has used the courier for long enough to see slow ones too. */
export const historyDays = 60;
const minHistoryDays = 21;
const minSample = 20;
const minConfirming = 3;
/** The difference of the working days. A longer range says nothing to a customer. */
const maxSpread = 3;

type Deliveries = { readonly all: readonly Delivered[]; readonly toCity: readonly Delivered[] };

/**
 * The working days of a courier to a city. Where the city has few deliveries, those of the courier to all cities count, if
 * the few do not contradict them. Undefined if we cannot say.
 */
export function usualDays({ all, toCity }: Deliveries, today: number): UsualDays | undefined {
  const resting = restDays(all);
  const city = timesOf(toCity, resting);
  if (isEnough(city, today)) return withRest(rangeOf(city, today), resting);
  const courier = timesOf(all, resting);
  const range = isEnough(courier, today) ? rangeOf(courier, today) : undefined;
  return range && isConfirmed(city, range) ? withRest(range, resting) : undefined;
}

type Range = Omit<UsualDays, 'resting'>;

const withRest = (range: Range | undefined, resting: ReadonlySet<number>): UsualDays | undefined =>
  range && { ...range, resting };

/**
 * The range for the next parcel: of those that get delivered, at least 80 % arrive within it and at least 90 % by its end.
 * Of n earlier deliveries sorted by their days, the next one is later than number k with a chance of at most 1 - k / (n + 1).
 */
function rangeOf(times: readonly Time[], today: number): Range | undefined {
  const sample = countOf(times);
  const least = atRank(times, Math.max(1, Math.floor(0.1 * (sample + 1))));
  const most = atRank(times, Math.min(sample, Math.ceil(0.9 * (sample + 1))));
  return most - least > maxSpread || isSlowNow(times, most, today) ? undefined : { least, most };
}

/** Enough deliveries, over a time in which slow ones arrive too. */
function isEnough(times: readonly Time[], today: number): boolean {
  const oldest = Math.min(...times.map(({ booked }) => booked));
  return countOf(times) >= minSample && today - oldest >= minHistoryDays;
}

/** A few deliveries to the city itself, and nearly all of them by the end of the range. */
function isConfirmed(city: readonly Time[], { most }: Range): boolean {
  const late = countOf(city.filter(({ days }) => days > most));
  return countOf(city) >= minConfirming && late <= 0.25 * countOf(city);
}

/** Quickest first, without those that a holiday delayed. */
const timesOf = (deliveries: readonly Delivered[], resting: ReadonlySet<number>): Time[] =>
  deliveries
    .filter(({ booked, delivered }) => !spansHoliday(booked, delivered))
    .map((one) => ({ ...one, days: workingDays(one.booked, one.delivered, resting) }))
    .toSorted((one, other) => one.days - other.days);

type Time = Delivered & { readonly days: number };

const countOf = (times: readonly Delivered[]): number => times.reduce((sum, { n }) => sum + n, 0);

/** The days of the parcel number `rank`, quickest first. */
function atRank(times: readonly Time[], rank: number): number {
  let before = 0;
  for (const { n, days } of times) {
    before += n;
    if (before >= rank) return days;
  }
  return times.at(-1)?.days ?? 0;
}

/** More late deliveries within the last week than chance explains. */
function isSlowNow(times: readonly Time[], most: number, today: number): boolean {
  const recent = times.filter(({ delivered }) => today - delivered < 7);
  const late = countOf(recent.filter(({ days }) => days > most));
  return late >= 4 && late > 0.3 * countOf(recent);
}
