import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

it('the search part of an address keeps numbers and words as they are written', () => {
  expect(stringifySearch({ query: '#1001', page: 2 })).toBe('?query=%231001&page=2');
  expect(parseSearch('?query=%231001&page=2')).toEqual({ query: '#1001', page: '2' });
});

it('the search part of an address repeats names that end in brackets', () => {
  expect(stringifySearch({ 'ids[]': ['a', 'b'] })).toBe('?ids[]=a&ids[]=b');
  expect(parseSearch('?ids[]=a&ids[]=b')).toEqual({ 'ids[]': ['a', 'b'] });
  expect(parseSearch('?ids%5B%5D=a')).toEqual({ 'ids[]': ['a'] });
});

it('the search part of an address repeats a name that has several values', () => {
  expect(stringifySearch({ status: ['RTS', 'INPROCESS'] })).toBe('?status=RTS&status=INPROCESS');
  expect(parseSearch('?status=RTS&status=INPROCESS&page=2')).toEqual({ status: ['RTS', 'INPROCESS'], page: '2' });
});

it('the search part of an address leaves empty values out', () => {
  expect(stringifySearch({ query: '', tag: undefined })).toBe('');
});
