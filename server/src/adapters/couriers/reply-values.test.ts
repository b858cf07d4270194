import { expect, test } from 'vitest';
import * as z from 'zod';
import { GivenText, listOf, Text, wholeListOf } from './reply-values.ts';

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

const WholeList = z.object({ rows: wholeListOf(z.object({ reference: GivenText })) });

test.each([
  ['a list', { rows: [{ reference: 'CD1' }, { reference: null }] }, ['CD1', '']],
  ['a list with gaps, which PHP writes as an object', { rows: { 1: { reference: 'CD1' } } }, ['CD1']],
  ['an empty list', { rows: [] }, []],
  ['null', { rows: null }, []],
  ['no list', {}, undefined],
  ['a text', { rows: 'none' }, undefined],
])('%s proves what is not in it', (_name, reply, references) => {
  expect(WholeList.parse(reply).rows?.map(({ reference }) => reference)).toEqual(references);
});

test.each([
  ['something else than a row', { rows: [{ reference: 'CD1' }, 'none'] }],
  ['a row of another format', { rows: [{ ref: 'CD1' }] }],
])('a list with %s proves nothing', (_name, reply) => {
  expect(WholeList.safeParse(reply).success).toBe(false);
});
