import { towns } from '../demo-data/towns.ts';
import { stableHash } from '../../core/stable-hash.ts';

export type LeopardCity = {
  id: number;
  name: string;
  shipment_type: string[];
  allow_as_origin: boolean | number | string;
  allow_as_destination: boolean | number | string;
};

/** Leopards' own spellings where they differ from the usual one. */
const spellings: Record<string, string> = {
  'Rahim Yar Khan': 'Rahimyar Khan',
  'Dera Ghazi Khan': 'D.G.Khan',
  'Dera Ismail Khan': 'D.I.Khan',
  'Mirpur Khas': 'Mirpurkhas',
  'Mirpur AJK': 'Mirpur (A.K)',
  'Toba Tek Singh': 'T.T.Singh',
  'Mandi Bahauddin': 'Mandi Baha-ud-Din',
  'Wah Cantt': 'Wah  Cantt',
  Abbottabad: 'Abbotabad',
  Gujranwala: 'GUJRANWALA',
  Muzaffarabad: 'Muzafarabad',
  Muzaffargarh: 'Muzafar Garh',
  Nawabshah: 'Nawab Shah (Benazirabad)',
  'Naushahro Feroze': 'Noshero Feroz',
  Sheikhupura: 'Shekhupura',
  Layyah: 'Leiah',
  'Pind Dadan Khan': 'P.D.Khan',
  'Jalalpur Pirwala': 'Jalal Pur Pir Wala',
  'Ahmedpur East': 'Ahmed Pur East',
  Hub: 'Hub Chowki',
  'Dera Murad Jamali': 'D.M. Jamali',
  'Dera Allah Yar': 'D.A. Yar',
};

const extra = ['Lahore Cantt', 'Karachi Gulshan', 'Margalla Town', 'Gulberg Lahore'];
const unserved = new Set(['Kel', 'Athmuqam', 'Ormara', 'Besham', 'Katlang', 'Barnala', 'Tulamba', 'Gaggo Mandi']);

/** Karachi and Lahore have the ids of the courier's own document. */
const knownIds: Record<string, number> = { Karachi: 592, Lahore: 789 };

export const leopardCities: LeopardCity[] = listed();
export const leopardCityById = new Map(leopardCities.map((city) => [city.id, city]));

export const allowed = (value: boolean | number | string): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';

function listed(): LeopardCity[] {
  const taken = new Set(Object.values(knownIds));
  return [...towns, ...extra]
    .filter((place) => !unserved.has(place))
    .map((place) => {
      const hash = stableHash(`leopard ${place}`);
      const big = hash % 5 < 3 || place in knownIds;
      return {
        id: knownIds[place] ?? freeId(hash, taken),
        name: spellings[place] ?? (hash % 9 === 0 ? place.toUpperCase() : place),
        shipment_type: big ? ['overnight', 'overland', 'detain'] : ['overnight', 'overland'],
        allow_as_origin: flag(hash >>> 4, big),
        allow_as_destination: flag(hash >>> 8, place !== 'Karachi Gulshan'),
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Flags arrive as boolean, number or text. */
function flag(hash: number, value: boolean): boolean | number | string {
  const kind = hash % 12;
  if (kind === 0) return value ? 1 : 0;
  if (kind === 1) return value ? '1' : '0';
  return value;
}

function freeId(hash: number, taken: Set<number>): number {
  let id = 100 + (hash % 1900);
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}
