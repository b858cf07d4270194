import { describe, expect, it } from 'vitest';
import { cityOptions, filterCities, percent } from './city-options.ts';

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

describe('the list of cities', () => {
  it('has the best matches first, and each city once', () => {
    expect(shown('')).toEqual([
      ['Best matches', 'Lahore'],
      ['All cities of Leopards (4)', 'Larkana', 'Islamabad', 'Kalat'],
    ]);
  });

  it('shows cities that begin with the search before those that hold it', () => {
    expect(shown('la')).toEqual([
      ['Best matches', 'Lahore'],
      ['All cities of Leopards (4)', 'Larkana', 'Islamabad', 'Kalat'],
    ]);
    expect(shown('ka')).toEqual([['All cities of Leopards (4)', 'Kalat', 'Larkana']]);
  });

  it('opens whole while the chosen city is in the field', () => {
    expect(shown('Lahore', 'Lahore').flat()).toContain('Kalat');
    expect(shown('Lahore').flat()).not.toContain('Kalat');
  });

  it('stops at its limit over both groups', () => {
    expect(shown('', undefined, 2)).toEqual([
      ['Best matches', 'Lahore'],
      ['All cities of Leopards (4)', 'Larkana'],
    ]);
  });

  it('never rounds certainty up', () => {
    expect(percent(0.999)).toBe('99 %');
  });
});
