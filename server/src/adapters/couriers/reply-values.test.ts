import { expect, test } from 'vitest';
import * as z from 'zod';
import { listOf, Text } from './reply-values.ts';

const List = z.object({ rows: listOf(z.object({ cn: Text })) });
const numbersIn = (reply: object) => List.parse(reply).rows.map(({ cn }) => cn);

test.each([
  ['a list', { rows: [{ cn: 1 }, { cn: 2 }] }, ['1', '2']],
  ['a list with gaps, which PHP writes as an object', { rows: { 0: { cn: 1 }, 2: { cn: 2 } } }, ['1', '2']],
  ['a list of one, written as its row', { rows: { cn: 1, scans: [] } }, ['1']],
  ['no list', {}, []],
  ['null', { rows: null }, []],
  ['an empty object', { rows: {} }, []],
  ['a text', { rows: 'none' }, []],
  ['a list with something else among its rows', { rows: [{ cn: 1 }, 'none', null] }, ['1']],
])('%s in an answer of a courier gives its rows', (_name, reply, numbers) => {
  expect(numbersIn(reply)).toEqual(numbers);
});
