import { expect, test } from 'vitest';
import { fairnessFigures, type Measured } from './judge-fairness.ts';
import { jobWaits, processorProbes, shopSteps, type TimedStep } from './usual-day.ts';

function measured({
  awaited = 0,
  ...changed
}: Partial<Record<TimedStep, number>> & { awaited?: number } = {}): Measured {
  const steps: TimedStep[] = [...shopSteps, ...processorProbes];
  const times = new Map(steps.map((step) => [step, [changed[step] ?? 100]]));
  for (const { wait } of jobWaits) times.set(wait, [changed[wait] ?? 5]);
  return { times, connectionsAwaited: [awaited] };
}

const missed = (beside: Measured): string[] =>
  fairnessFigures(measured(), beside).flatMap(({ what, passed }) => (passed ? [] : [what.replace(/:.*/, '')]));

test('a shop whose steps take at most a tenth longer beside a large shop is not delayed', () => {
  expect(missed(measured())).toEqual([]);
  expect(missed(measured({ 'click to booked': 109, 'orders list': 109 }))).toEqual([]);
});

test('a step that takes more than a tenth longer is a delay', () => {
  expect(missed(measured({ 'due to tracked': 112 }))).toEqual(['due to tracked']);
});

test('what the processors take longer for everything is no delay by the other shop', () => {
  expect(missed(measured({ 'a fixed task of one core': 150, 'click to booked': 160 }))).toEqual([]);
  expect(missed(measured({ 'a fixed task of one core': 150, 'click to booked': 170 }))).toEqual(['click to booked']);
});

test('jobs that wait for other jobs and work that waits for connections are delays, however busy the processors are', () => {
  const busy = { 'a fixed task of one core': 300 };
  expect(missed(measured({ ...busy, [jobWaits[0].wait]: 20 }))).toEqual([jobWaits[0].wait]);
  expect(missed(measured({ ...busy, awaited: 3 }))).toEqual(['moments at which work waited for a connection']);
});
