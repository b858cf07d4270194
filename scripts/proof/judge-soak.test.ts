import { expect, test } from 'vitest';
import { rise, soakFigures, type SoakSample } from './judge-soak.ts';

const steady: SoakSample = {
  processes: [{ name: 'worker-1', heap: 80, memory: 200 }],
  dueJobs: { tracking: 2 },
  dueStoreUpdates: 3,
  tables: [{ table: 'shipment', live: 10_000, dead: 1_500, autovacuums: 1 }],
  connections: 30,
  bookings: Array.from({ length: 600 }, (_, at) => 300 + at),
  lists: Array.from({ length: 60 }, () => 20),
  fixedTasks: [2],
  notBooked: 0,
};

/** What is wrong of a run of half an hour, of which each minute may differ. */
const missed = (change: (minute: number) => Partial<SoakSample>): string[] =>
  soakFigures(
    Array.from({ length: 30 }, (_, minute) => ({ ...steady, ...change(minute) })),
    10,
  ).flatMap(({ what, passed }) => (passed ? [] : [what.replace(/[:,].*/, '')]));

test('a run that is the same in each minute is steady', () => {
  expect(missed(() => ({}))).toEqual([]);
});

test('the target of a rate has two decimals at most', () => {
  expect(soakFigures([steady], 3)[0]?.target.trim()).toBe('at least 2.85');
});

test('memory that grows after the first third is a leak, and memory that goes up and down is not', () => {
  const withHeap = (heap: number) => ({ processes: [{ name: 'worker-1', heap, memory: 200 }] });
  expect(missed((minute) => withHeap(80 + minute))).toEqual(['heap of worker-1']);
  expect(missed((minute) => withHeap(minute < 10 ? 40 + minute * 4 : 80))).toEqual([]);
  expect(missed((minute) => withHeap(80 + (minute % 3) * 10))).toEqual([]);
});

test('a queue that grows is found, and one that is emptied again is not', () => {
  expect(missed((minute) => ({ dueJobs: { webhooks: minute * 10 } }))).toEqual(['due jobs of webhooks']);
  expect(missed((minute) => ({ dueStoreUpdates: minute * 10 }))).toEqual(['due store updates']);
  expect(missed((minute) => ({ dueStoreUpdates: (minute % 2) * 100 }))).toEqual([]);
});

test('dead rows that vacuum does not remove are found', () => {
  const withDead = (dead: number) => ({ tables: [{ table: 'job', live: 1_000, dead, autovacuums: 0 }] });
  expect(missed((minute) => withDead(minute * 1_000))).toEqual(['dead rows of job']);
  expect(missed(() => withDead(9_000))).toEqual([]);
});

test('bookings and lists that become slower than the machine, are too few or fail are found', () => {
  const slow = steady.bookings.map((ms) => ms * 2);
  expect(missed((minute) => (minute >= 20 ? { bookings: slow } : {}))).toEqual(['99th percentile of bookings']);
  expect(missed((minute) => (minute >= 20 ? { lists: [500] } : {}))).toEqual(['99th percentile of lists']);
  expect(missed((minute) => (minute >= 20 ? { bookings: slow, fixedTasks: [4] } : {}))).toEqual([]);
  expect(missed(() => ({ bookings: steady.bookings.slice(0, 500) }))).toEqual(['bookings a second']);
  expect(missed((minute) => ({ notBooked: minute === 3 ? 1 : 0 }))).toEqual(['bookings without a number']);
});

test('a straight line rises from its first to its last value', () => {
  expect(rise([10, 20, 30, 40])).toBeCloseTo(30);
  expect(rise([5, 5, 5])).toBe(0);
  expect(rise([7])).toBe(0);
});
