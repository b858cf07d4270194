import { companies, type Company } from '@courierdesk/contract/companies';
import type { CourierState } from '@courierdesk/contract/operator';
import type { Metrics } from '../../base/observability/metrics.ts';

/** How often couriers were called: by courier, outcome and longest time in seconds, such as `TCS ok 0.5`. */
export type CourierCalls = Readonly<Record<string, number>>;

const windowMs = 3_600_000;
const stepMs = 60_000;

/** Counts the calls of this process in the last hour. The metrics count since its start, so it remembers what they were. */
export function createCallWindow(metrics: Pick<Metrics, 'courierCalls'>, nowMs: () => number) {
  const remembered: { readonly atMs: number; readonly calls: CourierCalls }[] = [{ atMs: nowMs(), calls: {} }];
  return async (): Promise<CourierCalls> => {
    const calls = await callsSinceStart(metrics);
    const atMs = nowMs();
    while (remembered[1] && remembered[1].atMs <= atMs - windowMs) remembered.shift();
    const before = remembered[0]?.calls ?? {};
    if (atMs - (remembered.at(-1)?.atMs ?? 0) >= stepMs) remembered.push({ atMs, calls });
    return Object.fromEntries(Object.entries(calls).map(([key, count]) => [key, count - (before[key] ?? 0)]));
  };
}

async function callsSinceStart({ courierCalls }: Pick<Metrics, 'courierCalls'>): Promise<CourierCalls> {
  const calls: Record<string, number> = {};
  for (const { metricName, labels, value } of (await courierCalls.get()).values) {
    if (!metricName?.endsWith('_bucket')) continue;
    const { company, outcome, le }: Readonly<Record<string, string | number | undefined>> = labels;
    const key = `${company} ${outcome} ${le}`;
    calls[key] = (calls[key] ?? 0) + value;
  }
  return calls;
}

type CallFigures = Pick<
  CourierState,
  'company' | 'calls' | 'answered' | 'rejected' | 'refused' | 'unanswered' | 'median_ms'
>;

/** Adds up what the processes counted. */
export const callFigures = (ofProcesses: readonly CourierCalls[]): CallFigures[] =>
  companies.map((company) => figuresOf(company, ofProcesses));

const answers = ['ok', 'rejected', 'unauthorised'];

function figuresOf(company: Company, ofProcesses: readonly CourierCalls[]): CallFigures {
  const count = (outcome: string, seconds = '+Inf'): number =>
    ofProcesses.reduce((sum, calls) => sum + (calls[`${company} ${outcome} ${seconds}`] ?? 0), 0);
  const [answered, rejected, refused] = [count('ok'), count('rejected'), count('unauthorised')];
  const unanswered = count('unavailable') + count('uncertain') + count('bug');
  return {
    company,
    calls: answered + rejected + refused + unanswered,
    ...{ answered, rejected, refused, unanswered },
    median_ms: medianMs(ofProcesses, (seconds) => answers.reduce((sum, outcome) => sum + count(outcome, seconds), 0)),
  };
}

/** Between two limits of the histogram, calls are taken to be spread evenly. */
function medianMs(ofProcesses: readonly CourierCalls[], answeredWithin: (seconds: string) => number): number | null {
  const half = answeredWithin('+Inf') / 2;
  if (half === 0) return null;
  const limits = new Set(ofProcesses.flatMap((calls) => Object.keys(calls).map((key) => key.split(' ')[2] ?? '')));
  const rising = [...limits].filter((seconds) => seconds !== '+Inf').toSorted((a, b) => Number(a) - Number(b));
  let [before, countBefore] = [0, 0];
  for (const seconds of rising) {
    const count = answeredWithin(seconds);
    if (count >= half) {
      const part = (half - countBefore) / (count - countBefore);
      return Math.round(1000 * (before + part * (Number(seconds) - before)));
    }
    [before, countBefore] = [Number(seconds), count];
  }
  // Longer than the longest limit.
  return Math.round(1000 * before);
}
