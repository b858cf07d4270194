import { parseArgs } from 'node:util';
import { soakFigures } from './proof/judge-soak.ts';
import { fullPlan, smallPlan } from './proof/proof-plan.ts';
import { proveCluster } from './proof/prove-cluster.ts';
import { proveBookings } from './proof/prove-bookings.ts';
import { table, type Figure } from '../bench/src/figure.ts';
import { fairnessFigures } from './proof/judge-fairness.ts';
import { fullFairness, proveFairness, smallFairness } from './proof/prove-fairness.ts';
import { proveFailover } from './proof/prove-failover.ts';
import { proveRestore } from './proof/prove-restore.ts';
import { proveSoak } from './proof/prove-soak.ts';
import { problemsOf, report, reportFairness, reportRestore } from './proof/report.ts';
import { stopSignal } from './stop-signal.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    // The plan of the tests, with a database of its own.
    small: { type: 'boolean', default: false },
    orders: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    parcels: { type: 'string' },
    rows: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    'per-second': { type: 'string', default: '10' },
  },
});
const plan = {
  ...(values.small ? smallPlan : fullPlan),
  ...(values.orders && { orders: Number(values.orders) }),
  ...(values.kills && { kills: Number(values.kills) }),
  ...(values.seed && { seed: Number(values.seed) }),
};
const fairnessPlan = {
  ...(values.small ? smallFairness : fullFairness),
  ...(values.parcels && { parcels: Number(values.parcels) }),
  ...(values.rows && { rows: Number(values.rows) }),
};
const signal = stopSignal();
const log = (line: string): void => console.log(line);

/** Each prints what it did, and returns what may not be. */
const parts: Record<string, () => Promise<string[]>> = {
  async bookings() {
    const result = await proveBookings(plan, log, { signal });
    log(report(result));
    return problemsOf(result);
  },
  async failover() {
    const result = await proveFailover(log, signal);
    log(report(result));
    return problemsOf(result);
  },
  // Not among those that run without `--only`: it needs a cluster.
  async cluster() {
    const result = await proveCluster(process.env.TEST_CLUSTER_URLS?.split(',') ?? [], log, signal);
    log(report(result));
    return problemsOf(result);
  },
  async restore() {
    const result = await proveRestore(log, signal);
    log(reportRestore(result));
    return result.problems;
  },
  async fairness() {
    const result = await proveFairness(fairnessPlan, log, { signal });
    const figures = fairnessFigures(result.alone, result.beside);
    log(reportFairness(result, figures));
    return [...missed(figures), ...result.serverErrors];
  },
  async soak() {
    const soakPlan = { minutes: Number(values.minutes), perSecond: Number(values['per-second']) };
    const { samples, serverErrors } = await proveSoak(soakPlan, log, signal);
    const figures = soakFigures(samples, soakPlan.perSecond);
    log(`\n${table(figures)}\n${serverErrors.join('\n')}`);
    return [...missed(figures), ...serverErrors];
  },
};

const missed = (figures: Figure[]): string[] => figures.flatMap(({ what, passed }) => (passed ? [] : [what]));

try {
  const wanted = values.only?.split(',') ?? Object.keys(parts).filter((name) => name !== 'cluster');
  let problems = 0;
  for (const name of wanted) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part ${name}. The parts are ${Object.keys(parts).join(', ')}.`);
    log(`${name}:`);
    problems += (await part()).length;
  }
  process.exit(problems === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
