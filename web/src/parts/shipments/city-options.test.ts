import { describe, expect, it } from 'vitest';
import { cityMeant, cityOptions, cityTaken, filterCities, percent } from './city-options.ts';

const cities = {
  cities: ['Larkana', 'Islamabad', 'Lahore', 'Kalat'].map((name) => ({ id: name, name })),
  matches: [{ id: 'Lahore', name: 'Lahore', certainty: 0.987 }],
  certain: null,
  remembered: null,
};

const shown = (search: string, chosen?: string, limit = 10) =>
  filterCities(chosen)({ options: cityOptions(cities, 'Leopards'), search, limit }).map((group) =>
    'items' in group ? [group.group, ...group.items.map((item) => ('label' in item ? item.label : ''))] : [],
  );

it('the list of cities has the best matches first, and each city once', () => {
  expect(shown('')).toEqual([
    ['Best matches', 'Lahore'],
    ['All cities of Leopards (4)', 'Larkana', 'Islamabad', 'Kalat'],
  ]);
});

it('the list of cities shows cities that begin with the search before those that hold it', () => {
  expect(shown('la')).toEqual([
    ['Best matches', 'Lahore'],
    ['All cities of Leopards (4)', 'Larkana', 'Islamabad', 'Kalat'],
  ]);
  expect(shown('ka')).toEqual([['All cities of Leopards (4)', 'Kalat', 'Larkana']]);
});

it('the list of cities opens whole while the chosen city is in the field', () => {
  expect(shown('Lahore', 'Lahore').flat()).toContain('Kalat');
  expect(shown('Lahore').flat()).not.toContain('Kalat');
});

it('the list of cities stops at its limit over both groups', () => {
  expect(shown('', undefined, 2)).toEqual([
    ['Best matches', 'Lahore'],
    ['All cities of Leopards (4)', 'Larkana'],
  ]);
});

it('the list of cities never rounds certainty up', () => {
  expect(percent(0.999)).toBe('99 %');
});

describe('a city that is typed and not picked from the list', () => {
  const list = (...names: string[]) => ({ ...cities, cities: names.map((name) => ({ id: `id of ${name}`, name })) });
  const courier = list('LAHORE', 'MULTAN', 'MIRPUR KHAS', 'MIRPUR AJK', 'HYDERABAD', 'MADINA COLONY', 'SARGODHA');

  it.each([
    ['Multan', 'MULTAN'],
    [' multan ', 'MULTAN'],
    ['mux', 'MULTAN'],
    ['ملتان', 'MULTAN'],
    ['Johar Town, Lahore', 'LAHORE'],
  ])('%s is taken when it is certain', (text, name) => {
    expect(cityMeant(text, courier)?.name).toBe(name);
  });

  it.each(['', ' ', 'multa', 'mirpur', 'Dina', 'Lahore Multan', 'Nowhere'])('“%s” is not guessed', (text) => {
    expect(cityMeant(text, courier)).toBeUndefined();
  });

  it('a city that is typed and not picked from the list is completed by Enter or Tab when the list has one city that begins so', () => {
    expect(cityTaken('hyder', courier)?.name).toBe('HYDERABAD');
    expect(cityTaken('ajk', courier)?.name).toBe('MIRPUR AJK');
    expect(cityTaken('multan', courier)?.name).toBe('MULTAN');
  });

  it('a city that is typed and not picked from the list is not completed by a city that only contains the text, nor by one of several, nor from nothing', () => {
    for (const text of ['dina', 'mirp', '', ' - ', 'xyz']) expect(cityTaken(text, courier)).toBeUndefined();
  });

  it('a city that is typed and not picked from the list is asked about when two cities of the courier have its name', () => {
    const twice = { ...courier, cities: [...courier.cities, { id: 'another', name: 'MULTAN' }] };
    expect(cityMeant('multan', twice)).toBeUndefined();
    expect(cityTaken('multan', twice)).toBeUndefined();
  });
});
