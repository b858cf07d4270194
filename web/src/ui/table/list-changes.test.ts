import { describe, expect, it } from 'vitest';
import { changesOfList } from './list-changes.ts';

const page = (keys: string, total = keys.length) => ({ rows: [...keys], total });
const changes = (shown: ReturnType<typeof page>, latest: ReturnType<typeof page>) =>
  changesOfList(shown, latest, (key) => key);

describe('The changes of a list that renewed itself', () => {
  it('the same rows in the same places are no change, also when the list grew on another page', () => {
    expect(changes(page('abc'), page('abc'))).toBeUndefined();
    expect(changes(page('abc', 3), page('abc', 9))).toBeUndefined();
  });

  it('rows that came are counted, and rows that they push to the next page are not gone', () => {
    expect(changes(page('cdef', 10), page('abcd', 12))).toEqual({ added: 2, gone: new Set() });
    expect(changes(page('ab'), page('abc'))).toEqual({ added: 1, gone: new Set() });
  });

  it('a row that left the list is named, and rows of the next page that move up are not counted as new', () => {
    expect(changes(page('abcd', 10), page('acde', 9))).toEqual({ added: undefined, gone: new Set('b') });
    expect(changes(page('abcd', 10), page('xyac', 12))).toEqual({ added: undefined, gone: new Set('b') });
  });

  it('another order of the same rows is a change', () => {
    expect(changes(page('abc'), page('bac'))).toEqual({ added: undefined, gone: new Set() });
  });

  it('a page of which no row is left is a change', () => {
    expect(changes(page('abc'), page('xyz'))).toEqual({ added: undefined, gone: new Set() });
  });
});
