import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectCallTimes, timed, type CallTimes } from '../observability/call-times.ts';
import { serverTiming } from './server-timing.ts';

it('the server’s own time is what no call covers, and calls side by side count once', () => {
  const callTimes: CallTimes = [
    { who: 'courier', from: 10, until: 30 },
    { who: 'store', from: 20, until: 50 },
    { who: 'store', from: 70, until: 80 },
  ];
  expect(serverTiming(callTimes, 100)).toBe('own;dur=50.0, courier;dur=20.0, store;dur=40.0');
});

it('a call counts for the request that made it, and for no other', async () => {
  const ask = timed('courier', (answer: string) => pause(1, answer));
  const [one, other]: [CallTimes, CallTimes] = [[], []];
  const answers = await Promise.all([
    collectCallTimes(one, () => ask('yes')),
    collectCallTimes(other, () => Promise.resolve('no')),
  ]);
  expect(answers).toEqual(['yes', 'no']);
  expect(one.map(({ who }) => who)).toEqual(['courier']);
  expect(other).toEqual([]);
  await expect(ask('outside a request')).resolves.toBe('outside a request');
});
