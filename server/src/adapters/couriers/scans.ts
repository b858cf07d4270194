import type { CourierEvent, StatusMeaning } from './courier.ts';
import type { PakistanTime } from './pakistan-time.ts';

/** A row of a courier's history. */
export type Scan = {
  readonly event: Omit<CourierEvent, 'at'>;
  /** As the courier wrote it; undefined if it cannot be read. */
  readonly time: PakistanTime | undefined;
  /** Undefined: we do not know the words. */
  readonly meaning: StatusMeaning | undefined;
};

/** `at` is undefined if no scan of the parcel has a usable time. */
export type TimedScan = Pick<Scan, 'event' | 'meaning'> & { readonly at: Date | undefined };

/** What all scans of a parcel say together. */
type ReadScans = {
  /** Oldest first, without repeats. */
  readonly events: CourierEvent[];
  /** The furthest known meaning. Words that we do not know never hide it. */
  readonly status: StatusMeaning | undefined;
  /** When the parcel got there, where the scans say so. */
  readonly statusAt: Date | undefined;
  /** The newest scan's words, if we do not know them. */
  readonly unknownWords: string;
};

/** A courier's clock may be ahead of ours. A later time than this is a mistake. */
const skewMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Gives each scan a time. The scans come in the courier's own sequence, oldest or newest first. A missing time, a day without a
 * time of day and a time in the future say only where the scan stands in that sequence: it gets the time of the one before it.
 * `otherwise` is for scans of which none has a time.
 */
export function withTimes(given: readonly Scan[], now: Date, otherwise?: Date): TimedScan[] {
  const scans = isNewestFirst(given, now) ? given.toReversed() : given;
  const first = scans.map((scan) => usableTime(scan, now)).find((at) => at !== undefined);
  let before = first ?? otherwise;
  return scans.map(({ event, meaning, time }) => {
    const at = usableTime({ time }, now) ?? (time?.dayOnly && time.at <= now ? withinDay(time.at, before) : before);
    before = at;
    return { event, meaning, at };
  });
}

const usableTime = ({ time }: Pick<Scan, 'time'>, now: Date): Date | undefined =>
  time && !time.dayOnly && time.at.getTime() <= now.getTime() + skewMs ? time.at : undefined;

function withinDay(day: Date, at: Date | undefined): Date {
  const start = day.getTime();
  return new Date(Math.min(Math.max(at?.getTime() ?? start, start), start + dayMs - 1000));
}

/** Times in the future say nothing about the sequence either. */
function isNewestFirst(scans: readonly Scan[], now: Date): boolean {
  const times = scans.flatMap((scan) => usableTime(scan, now) ?? []);
  const falls = times.filter((at, index) => index > 0 && at < (times[index - 1] ?? at)).length;
  const rises = times.filter((at, index) => index > 0 && at > (times[index - 1] ?? at)).length;
  return falls > rises;
}

/** Reads scans from old to new; those of one moment keep their sequence. */
export function readScans(scans: readonly TimedScan[]): ReadScans {
  const sorted = scans.toSorted((one, other) => timeOf(one) - timeOf(other));
  let present: TimedScan | undefined;
  for (const scan of sorted) {
    const further = furthest(present?.meaning, scan.meaning);
    if (further !== present?.meaning) present = scan;
  }
  const newest = sorted.at(-1);
  return {
    events: eventsOf(sorted),
    status: present?.meaning,
    statusAt: present?.at,
    unknownWords: newest && !newest.meaning ? newest.event.text : '',
  };
}

const timeOf = ({ at }: TimedScan): number => at?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** Couriers send some events twice. */
function eventsOf(sorted: readonly TimedScan[]): CourierEvent[] {
  const seen = new Set<string>();
  return sorted.flatMap(({ at, event }) => {
    const key = [at?.getTime(), event.code, event.text.toLowerCase(), event.location, event.detail].join('|');
    if (!at || seen.has(key)) return [];
    seen.add(key);
    return [{ ...event, at }];
  });
}

/** How far a parcel is. Cancelled is no end: a parcel may move all the same. */
const phase = { FULFILLED: 0, INPROCESS: 1, CANCELLED: 1, RTS: 2, DELIVERED: 2 } as const;

/**
 * Of two things that a courier says of a parcel, the one that counts: the further one. A delivery and a return contradict each
 * other, so the later word counts, but what has ended does not begin again.
 */
export function furthest(
  earlier: StatusMeaning | undefined,
  later: StatusMeaning | undefined,
): StatusMeaning | undefined {
  if (!earlier || !later) return later ?? earlier;
  if (phase[later.status] !== phase[earlier.status])
    return phase[later.status] > phase[earlier.status] ? later : earlier;
  return earlier.final && !later.final && later.status === earlier.status ? earlier : later;
}
