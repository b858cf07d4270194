import { expect, it } from 'vitest';
import { setRecent } from './recent-entries.ts';

it('a cache drops the entry that was set longest ago when it is full', () => {
  const cache = new Map<string, number>();
  for (const key of ['a', 'b', 'a', 'c']) setRecent(cache, key, cache.size, 2);
  expect([...cache.keys()]).toEqual(['a', 'c']);
});
