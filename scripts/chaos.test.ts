import { expect, it } from 'vitest';
import { cloneDatabase } from '../server/src/testing/database.ts';
import { smallPlan } from './chaos/chaos-plan.ts';
import { allViolations, report } from './chaos/report.ts';
import { runChaos } from './chaos/run-chaos.ts';

it('each order is booked once or free, whatever answers are lost and whenever the server is killed', async () => {
  const database = await cloneDatabase();
  try {
    const result = await runChaos(smallPlan, () => undefined, {
      database: { loginUrl: database.url, adminUrl: database.adminUrl },
    });
    expect(allViolations(result).violations, report(result)).toEqual([]);
    expect(result.serverErrors).toEqual([]);
    expect(result.kills.servers).toHaveLength(smallPlan.kills);
    expect(result.check.ends.size).toBe(smallPlan.orders);
    expect(result.records.filter((record) => record.cancelled !== undefined).length).toBeGreaterThan(0);
  } finally {
    await database.drop();
  }
}, 240_000);
