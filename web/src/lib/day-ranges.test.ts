import { daysIn } from '@courierdesk/contract/dates';
import { expect, it } from 'vitest';
import { chosenPreset, periodBefore, rangeName, rangePresets } from './day-ranges.ts';

function preset(label: string, today: string) {
  const { from, to } = rangePresets(today).find((one) => one.label === label) ?? {};
  return [from, to];
}

it('the ranges people ask for count today in', () => {
  expect(preset('Today', '2026-03-05')).toEqual(['2026-03-05', '2026-03-05']);
  expect(preset('Last 7 days', '2026-03-05')).toEqual(['2026-02-27', '2026-03-05']);
  expect(daysIn('2026-02-27', '2026-03-05')).toBe(7);
});

it('last week is the Monday to Sunday before this week, on every day of the week', () => {
  for (const today of ['2026-03-02', '2026-03-05', '2026-03-08'])
    expect(preset('Last Week', today)).toEqual(['2026-02-23', '2026-03-01']);
  expect(preset('Last Week', '2026-03-09')).toEqual(['2026-03-02', '2026-03-08']);
  expect(preset('Last Week', '2026-01-01')).toEqual(['2025-12-22', '2025-12-28']);
});

it('the ranges people ask for know months of differing length, and the turn of the year', () => {
  expect(preset('Last Month', '2028-03-31')).toEqual(['2028-02-01', '2028-02-29']);
  expect(preset('Last Month', '2026-01-10')).toEqual(['2025-12-01', '2025-12-31']);
  expect(preset('Last 6 Months', '2026-03-05')).toEqual(['2025-10-01', '2026-03-05']);
  expect(preset('Last Year', '2026-03-05')).toEqual(['2025-01-01', '2025-12-31']);
});

it('the ranges people ask for are called by their name, others by their days', () => {
  expect(rangeName({ from: '2026-02-27', to: '2026-03-05' }, '2026-03-05')).toBe('Last 7 days');
  expect(rangeName({ from: '2026-02-01', to: '2026-02-09' }, '2026-03-05')).toBe('1 Feb 2026 – 9 Feb 2026');
  expect(rangeName({ from: '2026-02-01' }, '2026-03-05')).toBe('From 1 Feb 2026');
  expect(rangeName({}, '2026-03-05')).toBe('Any time');
});

it('of ranges with the same days, the one that was chosen last names them', () => {
  const first = { from: '2026-12-01', to: '2026-12-01' };
  expect(rangeName(first, '2026-12-01')).toBe('Today');
  chosenPreset.write('Current Month');
  expect(rangeName(first, '2026-12-01')).toBe('Current Month');
  expect(rangeName(first, '2026-12-02')).toBe('Yesterday');
  chosenPreset.write(undefined);
});

it('the ranges people ask for are compared with as many days before, which have a name only if people would use it today', () => {
  expect(periodBefore('2026-02-27', '2026-03-05', '2026-03-05')).toBe('20 Feb 2026 – 26 Feb 2026');
  expect(periodBefore('2026-03-05', '2026-03-05', '2026-03-05')).toBe('Yesterday');
  expect(periodBefore('2025-01-01', '2025-12-31', '2026-03-05')).toBe('2 Jan 2024 – 31 Dec 2024');
  expect(periodBefore('2030-01-01', '2030-01-31', '2026-03-05')).toBe('1 Dec 2029 – 31 Dec 2029');
});
