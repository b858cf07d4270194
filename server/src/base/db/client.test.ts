import { expect, it } from 'vitest';
import { brokenConstraint, readTime } from './client.ts';

it.each([
  ['2026-11-22 08:30:00+00', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22 08:30:00.1+00', '2026-11-22T08:30:00.100Z'],
  ['2026-11-22 08:30:00.123456+00', '2026-11-22T08:30:00.123Z'],
  ['2026-11-22 13:30:00+05', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22 14:00:00.5+05:30', '2026-11-22T08:30:00.500Z'],
  ['12026-11-22 08:30:00+00', '+012026-11-22T08:30:00.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
])('reads %s', (text, time) => {
  expect(new Date(readTime(text)).toISOString()).toBe(time);
});

it('reads no end of time', () => {
  expect(readTime('infinity')).toBe(Infinity);
});

it('the broken constraint is known from the error, and on a cluster from its message', () => {
  const message = 'duplicate key value violates unique constraint "app_user_email_102011"';
  const onCluster = Object.assign(new Error(message), { code: '23505', constraint: undefined });
  expect(brokenConstraint(onCluster)).toBe('app_user_email');
  expect(brokenConstraint(Object.assign(new Error(''), { code: '23503', constraint: 'batch_row_shop' }))).toBe(
    'batch_row_shop',
  );
  expect(brokenConstraint(Object.assign(new Error(message), { code: '23514' }))).toBeUndefined();
});
