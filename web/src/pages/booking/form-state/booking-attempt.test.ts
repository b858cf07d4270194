import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError, TimeoutError, UnreadableError } from '../../../lib/failures.ts';
import { storageOver } from '../../../lib/storage-over.testing.ts';
import { attemptAnswered, attemptKey, isUnanswered } from './booking-attempt.ts';
import type { BookingBody } from './booking-values.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', storageOver(stored));
});

const body = (remarks: string): BookingBody => ({
  tracking_account: 'a'.repeat(24),
  order_id: 'b'.repeat(24),
  order_name: '#1042',
  pieces: 1,
  weight: 100,
  cod_amount: 2450,
  consignee_name: 'Ayesha Khan',
  consignee_phone: '03001234567',
  consignee_address: 'House 12',
  products_list: '1 x Kurta',
  destination_city: '1',
  remarks,
});

it('the key of an attempt to book is the same while the same request has had no answer', () => {
  expect(attemptKey('order', body('one\nline'))).toBe(attemptKey('order', body('one\nline')));
});

it('the key of an attempt to book is a fresh UUID once there was an answer, for another body, and for another order', () => {
  const first = attemptKey('order', body(''));
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(attemptKey('other', body(''))).not.toBe(first);
  expect(attemptKey('order', body('changed'))).not.toBe(first);
  const second = attemptKey('order', body(''));
  attemptAnswered('order');
  expect(attemptKey('order', body(''))).not.toBe(second);
});

it('the key of an attempt to book is kept after everything that is no answer', () => {
  const refused = (status: number) => new ApiError(status, [], false, '');
  expect(
    [new ConnectionError(true), new TimeoutError(1, true), new UnreadableError(true), refused(502)].map(isUnanswered),
  ).toEqual([true, true, true, true]);
  expect([refused(409), refused(422), refused(403)].map(isUnanswered)).toEqual([false, false, false]);
});
