import { describe, expect, test } from 'vitest';
import { matchCity, type City } from './cities.ts';

const list = (...names: string[]): City[] => names.map((name, at) => ({ id: String(at + 1), name }));

const postex = list(
  'ABBOTTABAD',
  'BAHAWALNAGAR',
  'BAHAWALPUR',
  'D.G KHAN',
  'DERA ISMAIL KHAN',
  'FAISALABAD',
  'GUJRANWALA',
  'GUJRAT',
  'HYDERABAD',
  'ISLAMABAD',
  'KARACHI',
  'KOTLI',
  'KOTRI',
  'LAHORE',
  'LAHORE CANTT',
  'MANDI BAHAUDDIN',
  'MIRPUR AJK',
  'MIRPUR KHAS',
  'MIRPUR MATHELO',
  'PESHAWAR',
  'PINDI GHEB',
  'QUETTA',
  'RAHIM YAR KHAN',
  'RAWALPINDI',
  'SHEIKHUPURA',
  'SIALKOT',
  'WAH CANTT',
  'WAH CANTT.',
);

const certain = (spelling: string, cities = postex) => matchCity(spelling, cities).certain?.name;

describe('one clear answer is certain', () => {
  test.each([
    ['Lahore', 'LAHORE'],
    ['  lahore ', 'LAHORE'],
    ['Lahore Cantt.', 'LAHORE CANTT'],
    ['lahore cant', 'LAHORE CANTT'],
    ['RWP', 'RAWALPINDI'],
    ['Pindi', 'RAWALPINDI'],
    ['ISB', 'ISLAMABAD'],
    ['KHI', 'KARACHI'],
    ['LHR', 'LAHORE'],
    ['FSD', 'FAISALABAD'],
    ['Lyallpur', 'FAISALABAD'],
    ['D.G. Khan', 'D.G KHAN'],
    ['Dera Ghazi Khan', 'D.G KHAN'],
    ['D.I.Khan', 'DERA ISMAIL KHAN'],
    ['R.Y. Khan', 'RAHIM YAR KHAN'],
    ['rahimyarkhan', 'RAHIM YAR KHAN'],
    ['Mandi Baha-ud-Din', 'MANDI BAHAUDDIN'],
    ['Mirpurkhas', 'MIRPUR KHAS'],
    ['Gulberg Lahore', 'LAHORE'],
    ['DHA Phase 5, Lahore', 'LAHORE'],
    ['Saddar, Pindi', 'RAWALPINDI'],
    ['Karachi, Sindh', 'KARACHI'],
    ['Lahore City', 'LAHORE'],
    ['Faisalbad', 'FAISALABAD'],
    ['Peshawr', 'PESHAWAR'],
    ['Sheikupura', 'SHEIKHUPURA'],
    ['کراچی', 'KARACHI'],
    ['لاہور', 'LAHORE'],
    ['WAH CANTT', 'WAH CANTT'],
    ['wah cantt.', 'WAH CANTT.'],
  ])('%s is %s', (spelling, name) => {
    expect(certain(spelling)).toBe(name);
  });
});

describe('what may mean several cities, or none, is not certain', () => {
  test.each([
    'Mirpur',
    'Wah',
    'Kotti',
    'Lahore Cantt Saddar',
    'Lahore Karachi',
    'Bahawal',
    'Gujar',
    'Atlantis',
    '',
    '???',
  ])('%s', (spelling) => {
    expect(certain(spelling)).toBeUndefined();
  });

  test.each([
    'Multan Road',
    'Sargodha Rd',
    'Jhang Bazar',
    'Dir Colony',
    'Hyderabad Colony',
    'Peshawar Morr',
    'Bagh e Korangi',
  ])('a road or quarter that is named after another city: %s', (spelling) => {
    const cities = list('MULTAN', 'SARGODHA', 'JHANG', 'DIR', 'HYDERABAD', 'PESHAWAR', 'BAGH', 'LAHORE');
    const { matches, certain: taken } = matchCity(spelling, cities);
    expect(taken).toBeUndefined();
    expect(matches).toHaveLength(1);
  });

  test('a city of five letters is not taken for another that differs in one', () => {
    expect(certain('Kotli', list('KOTRI', 'LAHORE'))).toBeUndefined();
  });
});

test('the best matches come first, with their certainty', () => {
  const { matches } = matchCity('Mirpur', postex);
  expect(matches.slice(0, 3).map((city) => city.name)).toEqual(['MIRPUR AJK', 'MIRPUR KHAS', 'MIRPUR MATHELO']);
  for (const { certainty } of matches) expect(certainty).toBeLessThan(0.8);
});

test('two cities of one name are never certain, and a city that is listed twice is one', () => {
  const kotli = { id: '7', name: 'KOTLI' };
  expect(matchCity('Kotli', [kotli, { id: '8', name: 'Kotli' }]).certain).toBeUndefined();
  expect(matchCity('Kotli', [kotli, kotli]).certain).toEqual(kotli);
});

test('near-duplicates of a clear answer are offered after it', () => {
  expect(matchCity('lahore', postex).matches.map((city) => city.name)).toEqual(['LAHORE', 'LAHORE CANTT']);
});

test('a misspelling that is not certain still lists the city it is close to', () => {
  expect(matchCity('Kotti', postex).matches.map((city) => city.name)).toEqual(
    expect.arrayContaining(['KOTLI', 'KOTRI']),
  );
});

const mirpurKhas = { id: '18', name: 'MIRPUR KHAS' };
const choice = { cityId: '18', contradicted: false };

test('a city that the shop chose for a spelling before is certain for a spelling that no other city resembles', () => {
  expect(matchCity('Qzxvw', postex, choice)).toEqual({
    matches: [{ ...mirpurKhas, certainty: 1 }],
    certain: mirpurKhas,
    remembered: mirpurKhas,
  });
});

test('a city that the shop chose for a spelling before is not certain when the shop chose another city for the same spelling', () => {
  const found = matchCity('Qzxvw', postex, { ...choice, contradicted: true });
  expect(found).toMatchObject({ certain: undefined, remembered: mirpurKhas });
});

test.each([
  'Mirpur',
  'Punjab',
  'Sindh',
  'Azad Kashmir',
  'Pakistan',
  'Model Town',
  'Cantt',
  'Satellite Town',
  'Dera',
  'na',
])('a city that the shop chose for a spelling before is proposed first for %s, but is not certain', (spelling) => {
  const found = matchCity(spelling, postex, choice);
  expect(found.certain).toBeUndefined();
  expect(found.matches[0]).toMatchObject(mirpurKhas);
});

test('a city that the shop chose for a spelling before never changes a certain match', () => {
  const spellings = ['Karachi', 'Lhr', 'Sheikupura', 'DHA Phase 5, Lahore', 'کراچی', ...postex.map(({ name }) => name)];
  const certainOnes = spellings.filter((spelling) => matchCity(spelling, postex).certain);
  expect(certainOnes.length).toBeGreaterThan(5);
  for (const spelling of certainOnes) expect(matchCity(spelling, postex, choice)).toEqual(matchCity(spelling, postex));
});

test('a city that the shop chose for a spelling before is forgotten when the courier no longer lists it', () => {
  expect(matchCity('Qzxvw', postex, { cityId: '999', contradicted: false })).toEqual(matchCity('Qzxvw', postex));
});
