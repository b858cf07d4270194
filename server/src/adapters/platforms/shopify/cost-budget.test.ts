import { expect, test } from 'vitest';
import { createCostBudget, type Cost } from './cost-budget.ts';

const shop = 'a.myshopify.com';

test('before the first reply nobody waits', () => {
  const { budget } = aBudget();
  expect([budget.reserve(shop, 'Read').waitMs, budget.reserve(shop, 'Read').waitMs]).toEqual([0, 0]);
});

test('calls side by side queue for the points of an emptied bucket', () => {
  const { budget } = aBudget();
  budget.reserve(shop, 'Read').end(aCost({ requested: 50, available: 0 }));
  const turns = [budget.reserve(shop, 'Read'), budget.reserve(shop, 'Read'), budget.reserve(shop, 'Read')];
  expect(turns.map(({ waitMs }) => waitMs)).toEqual([500, 1000, 1500]);
});

test('an ended call gives its place back', () => {
  const { budget } = aBudget();
  budget.reserve(shop, 'Read').end(aCost({ requested: 50, available: 0 }));
  budget.reserve(shop, 'Read').end(undefined);
  expect(budget.reserve(shop, 'Read').waitMs).toBe(500);
});

test('points come back with time', () => {
  const { budget, pass } = aBudget();
  budget.reserve(shop, 'Read').end(aCost({ requested: 50, available: 0 }));
  pass(300);
  expect(budget.reserve(shop, 'Read').waitMs).toBe(200);
});

test('an operation dearer than the whole bucket waits for a full one, not for ever', () => {
  const { budget } = aBudget();
  budget.reserve(shop, 'Huge').end(aCost({ requested: 5000, available: 0 }));
  expect(budget.reserve(shop, 'Huge').waitMs).toBe(20_000);
});

test('another shop has a bucket of its own', () => {
  const { budget } = aBudget();
  budget.reserve(shop, 'Read').end(aCost({ requested: 50, available: 0 }));
  expect(budget.reserve('b.myshopify.com', 'Read').waitMs).toBe(0);
});

function aBudget() {
  let clock = 1_000_000;
  const pass = (ms: number): void => {
    clock += ms;
  };
  return { budget: createCostBudget(() => new Date(clock)), pass };
}

function aCost({ requested, available }: { requested: number; available: number }): Cost {
  const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: available, restoreRate: 100 };
  return { requestedQueryCost: requested, throttleStatus };
}
