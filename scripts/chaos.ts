import { parseArgs } from 'node:util';
import { batchPlan, fullPlan } from './chaos/chaos-plan.ts';
import type { ChaosPlan } from './chaos/chaos-plan.ts';
import { allViolations, report, reportBatch } from './chaos/report.ts';
import { runBatchChaos } from './chaos/run-batch-chaos.ts';
import { runChaos } from './chaos/run-chaos.ts';
import { stopSignal } from './stop-signal.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    // The batch alone.
    batch: { type: 'boolean' },
  },
});
const asked = (plan: ChaosPlan): ChaosPlan => ({
  ...plan,
  ...(values.orders && { orders: Number(values.orders) }),
  ...(values.kills && { kills: Number(values.kills) }),
  ...(values.seed && { seed: Number(values.seed) }),
});
const log = (line: string): void => console.log(line);

try {
  const signal = stopSignal();
  let problems = 0;
  if (!values.batch) {
    const result = await runChaos(asked(fullPlan), log, { signal });
    log(report(result));
    problems += allViolations(result).violations.length + result.serverErrors.length;
  }
  const batch = await runBatchChaos(asked(batchPlan), log, { signal });
  log(reportBatch(batch));
  problems += batch.violations.length + batch.serverErrors.length;
  process.exit(problems === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
