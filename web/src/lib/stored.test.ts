import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { storageOver } from './storage-over.testing.ts';
import { stored } from './stored.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storageOver(kept));
});

const numbers = stored('local', 'numbers', z.array(z.number()));

it('a stored value is read back until it is removed', () => {
  numbers.write([1, 2]);
  expect(numbers.read()).toEqual([1, 2]);
  numbers.remove();
  expect(numbers.read()).toBeUndefined();
});

it.each(['', '[1', 'null', '["a"]'])('stored text that does not fit counts as missing: %j', (text) => {
  kept.set('numbers', text);
  expect(numbers.read()).toBeUndefined();
});

it('a stored value stays the same object until another tab changes it', () => {
  numbers.write([1]);
  const before = numbers.read();
  expect(numbers.read()).toBe(before);
  kept.set('numbers', '[2]');
  expect(numbers.read()).toEqual([2]);
});
