import { expect, test } from 'vitest';
import { cloneDatabase } from '../server/src/testing/database.ts';
import { fairnessFigures } from './proof/judge-fairness.ts';
import { smallPlan } from './proof/proof-plan.ts';
import { proveBookings } from './proof/prove-bookings.ts';
import { proveFairness, smallFairness } from './proof/prove-fairness.ts';
import { problemsOf, report } from './proof/report.ts';

test('each order of each shop is booked once or free, whatever answers are lost and whichever process is killed', async () => {
  const database = await cloneDatabase();
  try {
    const result = await proveBookings(smallPlan, () => undefined, {
      database: { loginUrl: database.url, adminUrl: database.adminUrl },
    });
    expect(problemsOf(result), report(result)).toEqual([]);
    expect(result.disasters).toHaveLength(smallPlan.kills);
    expect(result.check.ends.size).toBe(smallPlan.orders);
    expect(result.work.forms.filter(({ cancelled }) => cancelled !== undefined).length).toBeGreaterThan(0);
    expect(result.work.forms.filter(({ orders }) => orders.length === 2).length).toBeGreaterThan(0);
    expect(result.work.batches).toHaveLength(4);
  } finally {
    await database.drop();
  }
}, 300_000);

test('a shop is tracked, booked and shown in its store beside a shop with much more work', async () => {
  const database = await cloneDatabase();
  try {
    const { alone, beside, work, serverErrors } = await proveFairness(smallFairness, () => undefined, {
      database: { loginUrl: database.url, adminUrl: database.adminUrl },
    });
    expect(serverErrors).toEqual([]);
    expect(work.tracked).toBeGreaterThan(0);
    expect(work.booked).toBe(smallFairness.rows);
    expect(work.printed).toBeGreaterThanOrEqual(smallFairness.labels);
    const figures = fairnessFigures(alone, beside).map(({ measured }) => measured);
    expect(figures.join()).not.toContain('NaN');
  } finally {
    await database.drop();
  }
}, 120_000);
