import { expect, it } from 'vitest';
import { RecentMap } from './process-memory.ts';

it('a map drops the entry that was set longest ago when it is full', () => {
  const map = new RecentMap<number>(2);
  for (const key of ['a', 'b', 'a', 'c']) map.set(key, map.size);
  expect([...map.keys()]).toEqual(['a', 'c']);
});
