import { expect, test, vi } from 'vitest';
import { staticCheck, summary, timedStep } from './step.ts';

test('the end of a test run says how long each suite took, what failed, and the counts', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const steps = [
    await staticCheck('format', [process.execPath, '-e', '']),
    await timedStep('browser tests', () =>
      Promise.resolve({ passed: 7, failed: 1, skipped: 0, failures: ['a page opens'] }),
    ),
  ];
  expect(log.mock.calls.flat()).toEqual([
    expect.stringMatching(/^passed {2}format \(\d+\.\d s\)$/),
    expect.stringMatching(/^FAILED {2}browser tests \(0\.\d s\)$/),
  ]);
  log.mockRestore();
  expect(steps[0]?.seconds).toBeGreaterThan(0);
  expect(summary(steps.map((step) => ({ ...step, seconds: step.name === 'format' ? 3.21 : 512 })))).toEqual([
    '     3.2 s  format',
    '   512.0 s  browser tests',
    'FAILED  a page opens',
    '8 passed, 1 failed in 8 min 35 s',
  ]);
});
