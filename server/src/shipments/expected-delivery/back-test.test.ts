import { expect, test } from 'vitest';
import { seededRandom } from '../../../../scripts/seeded-random.ts';
import { historyDays, usualDays, type Delivered } from './usual-days.ts';
import { afterWorkingDays, workingDays } from './working-days.ts';

/** A Monday; no lunar holiday for four months but Ashura at the end of June. */
const firstDay = Date.parse('2026-06-01') / 86_400_000;
const lastDay = firstDay + 112;
const sundays = new Set([0]);

type City = { readonly name: string; readonly share: number; readonly road: number };
type Parcel = { readonly city: string; readonly booked: number; readonly delivered: number };

/** Big cities, small towns further away, and a few remote places. */
const cities: readonly City[] = [
  { name: 'Lahore', share: 0.25, road: 0.6 },
  { name: 'Karachi', share: 0.2, road: 1.5 },
  { name: 'Islamabad', share: 0.12, road: 0.9 },
  { name: 'Quetta', share: 0.05, road: 2.6 },
  ...Array.from({ length: 18 }, (_, n) => ({ name: `Town ${n}`, share: 0.02, road: 1 + (n % 4) * 0.5 })),
  ...Array.from({ length: 5 }, (_, n) => ({ name: `Remote ${n}`, share: 0.004, road: 5 })),
];

/**
 * The delivered parcels of a growing shop: picked up on the day of the booking or the next one, then the road to the city, a
 * second attempt for every eighth, a long delay for every thirtieth, and no delivery on Sundays.
 */
function delivered(perDay: number, slowerFrom = lastDay): Parcel[] {
  const chance = seededRandom(perDay);
  const parcels: Parcel[] = [];
  for (let booked = firstDay; booked < lastDay; booked += 1) {
    const today = Math.round(perDay * (0.6 + (0.8 * (booked - firstDay)) / (lastDay - firstDay)));
    for (let n = 0; n < today; n += 1) {
      const city = pickCity(chance());
      const pickUp = chance() < 0.7 ? 0 : 1;
      const road = city.road * (0.8 + 0.5 * chance()) + chance();
      const attempts = chance() < 0.125 ? 1 : 0;
      const delay = chance() < 1 / 30 ? 2 + 5 * chance() : 0;
      const days = Math.max(1, Math.round(pickUp + road + attempts + delay)) + (booked < slowerFrom ? 0 : 3);
      parcels.push({ city: city.name, booked, delivered: afterWorkingDays(booked, days, sundays) });
    }
  }
  return parcels;
}

function pickCity(roll: number): City {
  let left = roll;
  return cities.find(({ share }) => (left -= share) < 0) ?? { name: 'Lahore', share: 0.25, road: 0.6 };
}

/** What the shop would have said at the booking of each parcel, from the deliveries that it knew then. */
function backTest(parcels: readonly Parcel[], { from, to }: { from: number; to: number }) {
  const said = new Map<string, ReturnType<typeof usualDays>>();
  const sayFor = (city: string, today: number) => {
    const key = `${city} ${today}`;
    if (!said.has(key)) {
      const known = parcels.filter((one) => one.delivered < today && one.delivered >= today - historyDays);
      const toCity = known.filter((one) => one.city === city);
      said.set(key, usualDays({ all: inGroups(known), toCity: inGroups(toCity) }, today));
    }
    return said.get(key);
  };
  const asked = parcels.filter(({ booked }) => booked >= from && booked < to);
  const shown = asked.flatMap((parcel) => {
    const usual = sayFor(parcel.city, parcel.booked);
    if (!usual) return [];
    const days = workingDays(parcel.booked, parcel.delivered, sundays);
    return [{ ...parcel, isHit: days >= usual.least && days <= usual.most, inTime: days <= usual.most }];
  });
  return { shown, asked: asked.length };
}

const inGroups = (parcels: readonly Parcel[]): Delivered[] =>
  [...Map.groupBy(parcels, (one) => one.booked * 100_000 + one.delivered).values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({ booked: one.booked, delivered: one.delivered, n: same.length })),
  );

const share = (answers: readonly boolean[]): number => answers.filter(Boolean).length / answers.length;
const settled = { from: firstDay + 45, to: lastDay - 15 };

test.each([5, 20, 100])('ranges of a shop with %i parcels a day hold for the share that we promise', (perDay) => {
  const { shown, asked } = backTest(delivered(perDay), settled);
  expect(shown.length).toBeGreaterThan(0.8 * asked);
  expect(share(shown.map(({ isHit }) => isHit))).toBeGreaterThanOrEqual(0.8);
  expect(share(shown.map(({ inTime }) => inTime))).toBeGreaterThanOrEqual(0.9);
});

test('ranges of each city hold, not only those of the big ones', () => {
  const { shown } = backTest(delivered(100), settled);
  const byCity = [...Map.groupBy(shown, ({ city }) => city)].filter(([, { length }]) => length >= 50);
  expect(byCity.length).toBeGreaterThan(20);
  expect(byCity.filter(([, parcels]) => share(parcels.map(({ isHit }) => isHit)) < 0.8)).toEqual([]);
});

test('after a courier became slower, few parcels get a range that does not hold', () => {
  const slowerFrom = firstDay + 70;
  const { shown, asked } = backTest(delivered(100, slowerFrom), { from: slowerFrom + 10, to: lastDay - 15 });
  expect(asked).toBeGreaterThan(1000);
  expect(shown.filter(({ inTime }) => !inTime).length).toBeLessThan(0.05 * asked);
});
