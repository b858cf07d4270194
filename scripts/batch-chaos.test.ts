import { expect, it } from 'vitest';
import { cloneDatabase } from '../server/src/testing/database.ts';
import { smallBatchPlan } from './chaos/chaos-plan.ts';
import { reportBatch } from './chaos/report.ts';
import { runBatchChaos } from './chaos/run-batch-chaos.ts';

it('each row of a batch ends as its order did, whatever answers are lost and whenever the server is killed', async () => {
  const database = await cloneDatabase();
  try {
    const result = await runBatchChaos(smallBatchPlan, () => undefined, {
      database: { loginUrl: database.url, adminUrl: database.adminUrl },
    });
    expect(result.violations, reportBatch(result)).toEqual([]);
    expect(result.serverErrors).toEqual([]);
    expect(result.kills.servers).toHaveLength(smallBatchPlan.kills);
    expect(result.ends.size).toBe(smallBatchPlan.orders);
  } finally {
    await database.drop();
  }
}, 240_000);
