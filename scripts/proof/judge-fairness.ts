import { atMost, type Figure } from '../../bench/src/figure.ts';
import { median, percentile } from '../../bench/src/statistics.ts';
import { jobWaits, processorProbes, shopSteps, type Times, type TimedStep } from './usual-day.ts';

/** What a quiet shop took, and at how many moments work in a process waited for a connection to the database. */
export type Measured = { times: Times; connectionsAwaited: number[] };

const maxDelay = 0.1;

/**
 * Compares the quiet shop's work alone and beside the large shop. What two programs take longer because they share the
 * processors is no delay by the other shop, so the limit of a step grows with what the probes took longer. How long jobs and
 * connections were waited for does not depend on that.
 */
export function fairnessFigures(alone: Measured, beside: Measured): Figure[] {
  const of = (step: TimedStep) => compare(step, alone.times.get(step) ?? [], beside.times.get(step) ?? []);
  const probes = processorProbes.map(of);
  const share = Math.max(1, ...probes.map(({ ratio }) => ratio));
  return [
    ...probes.map(({ what, ratio }) => ({
      what,
      measured: `${ratio.toFixed(2)} times`,
      target: 'the share of the processors',
      passed: true,
    })),
    ...shopSteps.map(of).map(({ what, ratio }) => atMost(what, ratio, share * (1 + maxDelay), 'times')),
    ...jobWaits.map(({ step, wait }) => {
      const { what, added } = of(wait);
      return atMost(what, (added / of(step).alone) * 100, maxDelay * 100, '% of the step longer');
    }),
    atMost(
      'moments at which work waited for a connection',
      shareOf(beside.connectionsAwaited) * 100,
      maxDelay * 100,
      '%',
    ),
  ];
}

const shareOf = (awaited: number[]): number => awaited.filter((n) => n > 0).length / Math.max(1, awaited.length);

function compare(step: string, alone: number[], beside: number[]) {
  const [before, after] = [median(alone), median(beside)];
  const ends = [alone, beside].map((times) => percentile(times, 0.95).toFixed(0));
  return {
    what: `${step}: median ${before.toFixed(0)} ms, beside ${after.toFixed(0)}; 95th percentile ${ends.join(', beside ')}`,
    alone: before,
    added: after - before,
    ratio: after / before,
  };
}
