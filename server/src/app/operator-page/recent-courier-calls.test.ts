import { expect, test } from 'vitest';
import { createMetrics } from '../../base/observability/metrics.ts';
import { callFigures, createCallWindow } from './recent-courier-calls.ts';

const minuteMs = 60_000;

test('calls to couriers count for an hour but for those that we stopped, and the median is of those that were answered', async () => {
  const metrics = createMetrics();
  let now = 0;
  const recent = createCallWindow(metrics, () => now);
  const called = (seconds: number, outcome: string, company = 'LEOPARD'): void =>
    metrics.courierCalls.observe({ company, operation: 'track', outcome }, seconds);
  const figures = async () => callFigures([await recent()]).find(({ company }) => company === 'LEOPARD');

  for (const seconds of [0.3, 0.4, 0.45, 1.5]) called(seconds, 'ok');
  called(30, 'uncertain');
  called(2.5, 'stopped');
  called(0.01, 'unauthorised', 'TCS');
  now = 10 * minuteMs;
  expect(await figures()).toMatchObject({ calls: 5, answered: 4, refused: 0, unanswered: 1, median_ms: 417 });

  now = 50 * minuteMs;
  called(3, 'rejected');
  expect(await figures()).toMatchObject({ calls: 6, rejected: 1 });
  now = 71 * minuteMs;
  expect(await figures()).toMatchObject({ calls: 1, answered: 0, rejected: 1, unanswered: 0, median_ms: 3500 });
  now = 112 * minuteMs;
  expect(await figures()).toMatchObject({ calls: 0, median_ms: null });
});

test('the calls of all processes are added up', () => {
  const one = { 'TCS ok 1': 2, 'TCS ok 2': 2, 'TCS ok +Inf': 2 };
  const other = { 'TCS ok 1': 0, 'TCS ok 2': 2, 'TCS ok +Inf': 2, 'TCS unavailable +Inf': 1 };
  const tcs = callFigures([one, other]).find(({ company }) => company === 'TCS');
  expect(tcs).toMatchObject({ calls: 5, answered: 4, unanswered: 1, median_ms: 1000 });
});
