import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids of the same moment are sorted by the order in which they were made', () => {
  const at = new Date('2026-11-21T10:00:00Z');
  const ids = Array.from({ length: 10_000 }, () => newId(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test('ids of later moments are sorted after them', () => {
  expect(newId(new Date(1_800_000_000_000)) < newId(new Date(1_800_000_000_001))).toBe(true);
});
