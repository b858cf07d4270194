import { atLeast, atMost, type Figure } from '../../bench/src/figure.ts';
import { percentile } from '../../bench/src/statistics.ts';

/** What was seen in one minute. */
export type SoakSample = {
  /** Megabytes of each process: the least heap of the minute, which is what garbage collection leaves, and the last memory. */
  processes: { name: string; heap: number; memory: number }[];
  /** Jobs that are due, by kind, at the end of the minute. */
  dueJobs: Record<string, number>;
  dueStoreUpdates: number;
  tables: { table: string; live: number; dead: number; autovacuums: number }[];
  connections: number;
  /** Milliseconds of what began in this minute. */
  bookings: number[];
  lists: number[];
  /** What they take longer, the machine or its other programs do. */
  fixedTasks: number[];
  /** Bookings that were answered with something else than a number. */
  notBooked: number;
};

/** Of its mean, so much may memory rise over the last two thirds of the run. */
const maxRise = 0.1;
/** So much may wait more at the end than before, because what is due comes in waves. */
const maxMoreWaiting = 50;
/** PostgreSQL looks at tables once a minute, and vacuums those of which a fifth is dead. */
const maxDead = { share: 0.4, rows: 10_000 };
/** The 99th percentile of the last third against the first, when that of a fixed task stays the same. */
const maxSlower = 1.5;
const minRate = 0.95;

export function soakFigures(samples: readonly SoakSample[], perSecond: number): Figure[] {
  const third = Math.ceil(samples.length / 3);
  const [first, later, last] = [samples.slice(0, third), samples.slice(third), samples.slice(-third)];
  const made = samples.reduce((sum, { bookings }) => sum + bookings.length, 0);
  return [
    atLeast('bookings a second', made / (samples.length * 60), perSecond * minRate, ''),
    atMost(
      'bookings without a number',
      sumOf(samples, ({ notBooked }) => notBooked),
      0,
      '',
    ),
    ...memoryFigures(later),
    ...queueFigures(later),
    ...tableFigures(last),
    ...slownessFigures(first, last),
  ];
}

function slownessFigures(first: readonly SoakSample[], last: readonly SoakSample[]): Figure[] {
  const compare = (what: 'bookings' | 'lists' | 'fixedTasks', name: string) => {
    const slowest = (some: readonly SoakSample[]): number =>
      percentile(
        some.flatMap((sample) => sample[what]),
        0.99,
      );
    const [before, after] = [slowest(first), slowest(last)];
    return {
      what: `99th percentile of ${name}: ${before.toFixed(0)} ms in the first third, ${after.toFixed(0)} in the last`,
      ratio: after / before,
    };
  };
  const pace = compare('fixedTasks', 'a fixed task');
  const limit = maxSlower * Math.max(1, pace.ratio);
  return [
    { what: pace.what, measured: `${pace.ratio.toFixed(2)} times`, target: 'the pace of the machine', passed: true },
    ...[compare('bookings', 'bookings'), compare('lists', 'lists')].map(({ what, ratio }) =>
      atMost(what, ratio, limit, 'times'),
    ),
  ];
}

function memoryFigures(later: readonly SoakSample[]): Figure[] {
  const names = later[0]?.processes.map(({ name }) => name) ?? [];
  return names.flatMap((name) =>
    (['heap', 'memory'] as const).map((what) => {
      const values = later.map(({ processes }) => processes.find((one) => one.name === name)?.[what] ?? 0);
      return atMost(
        `${what} of ${name}, last two thirds, rises by`,
        (rise(values) / mean(values)) * 100,
        maxRise * 100,
        '%',
      );
    }),
  );
}

function queueFigures(later: readonly SoakSample[]): Figure[] {
  const kinds = [...new Set(later.flatMap(({ dueJobs }) => Object.keys(dueJobs)))];
  const queues = [
    ...kinds.map((kind) => ({ what: `due jobs of ${kind}`, values: later.map(({ dueJobs }) => dueJobs[kind] ?? 0) })),
    { what: 'due store updates', values: later.map(({ dueStoreUpdates }) => dueStoreUpdates) },
  ];
  return queues
    .filter(({ values }) => values.some((n) => n > 0))
    .map(({ what, values }) => atMost(`${what}, last two thirds, rise by`, rise(values), maxMoreWaiting, ''));
}

/** The table with most dead rows beyond its limit, in the last third. */
function tableFigures(last: readonly SoakSample[]): Figure[] {
  const [worst] = last
    .flatMap(({ tables }) => tables)
    .map((one) => ({ ...one, share: one.dead / (one.live * maxDead.share + maxDead.rows) }))
    .toSorted((a, b) => b.share - a.share);
  if (!worst) return [];
  const limit = Math.round(worst.live * maxDead.share + maxDead.rows);
  return [atMost(`dead rows of ${worst.table}, which has most for its ${worst.live} live ones`, worst.dead, limit, '')];
}

/** How much the straight line through the values rises from the first to the last. */
export function rise(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  const spread = sumOf([...values.keys()], (at) => (at - middle) ** 2);
  if (spread === 0) return 0;
  return (
    (sumOf([...values.entries()], ([at, value]) => (at - middle) * (value - average)) / spread) * (values.length - 1)
  );
}

const sumOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);
const mean = (values: readonly number[]): number => sumOf(values, (value) => value) / values.length;
