import { IconBook2 } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { matchingItems, searchGroups } from './search-groups.ts';
import type { SearchItem } from './search-item.ts';

const item = (label: string, otherWords?: string): SearchItem => ({
  key: label,
  icon: IconBook2,
  label,
  otherWords,
  run: () => undefined,
});
const labels = (items: readonly SearchItem[]): string[] => items.map(({ label }) => label);

const pages = [item('Orders', 'parcels'), item('Store orders', 'shopify'), item('Pricing & plans', 'billing')];

test.each([
  ['the beginning of a word', 'sto', ['Store orders']],
  ['several words, in any order', 'ord st', ['Store orders']],
  ['a word after a sign', 'plans', ['Pricing & plans']],
  ['any letter case', 'PRICING', ['Pricing & plans']],
  ['another name of the page', 'billing', ['Pricing & plans']],
  ['the label together with another name', 'store shopify', ['Store orders']],
  ['nothing in the middle of a word', 'rders', []],
])('pages and actions are found by %s', (_, text, expected) => {
  expect(labels(matchingItems(pages, text))).toEqual(expected);
});

test('pages and actions with the word in the label come before those with another name', () => {
  expect(labels(matchingItems([item('Users', 'team'), item('Team page')], 'team'))).toEqual(['Team page', 'Users']);
});

const sources = {
  recent: [item('LE1')],
  pages,
  actions: [item('Export orders')],
  cancels: [],
  cities: [item('Parcels to Multan', 'multan'), item('Parcels to Karachi', 'karachi')],
  found: [
    { title: 'Parcels', items: [item('LE750000001')] },
    { title: 'Customers', items: [] },
  ],
  docs: [item('Sort and export')],
};
const titles = (text: string): string[] => searchGroups(text, sources).map(({ title }) => title);

test('a search without a text shows what the person used, then every action and page', () => {
  expect(titles('')).toEqual(['Recent searches', 'Actions', 'Pages']);
});

test('the name of a city finds its parcels', () => {
  const [cities] = searchGroups('Mult', { ...sources, found: [], docs: [] });
  expect(cities?.title).toBe('Cities');
  expect(labels(cities?.items ?? [])).toEqual(['Parcels to Multan']);
  expect(titles('Mu')).not.toContain('Cities');
});

test('groups of pages and actions stay first when the server answers, and docs are last', () => {
  expect(titles('orders')).toEqual(['Pages', 'Actions', 'Parcels', 'Docs']);
});

test('groups without an item are left out', () => {
  expect(titles('LE750000001')).toEqual(['Parcels', 'Docs']);
});
