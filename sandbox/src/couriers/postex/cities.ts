import { towns } from '../demo-data/towns.ts';
import { stableHash } from '../../core/stable-hash.ts';

type PostexCity = {
  operationalCityName: string;
  countryName: string;
  isPickupCity: boolean | string;
  isDeliveryCity: boolean | string;
};

const spellings: Record<string, string> = {
  Lahore: 'Lahore',
  'Dera Ghazi Khan': 'DERA GHAZI KHAN',
  'Dera Ismail Khan': 'DERA ISMAIL KHAN',
  'Mirpur AJK': 'MIRPUR (AJK)',
  'Mirpur Khas': 'MIRPUR KHAS',
  Gujrat: 'GUJRAT',
  Abbottabad: 'ABBOTTABAD',
  'Mandi Bahauddin': 'MANDI BAHAUDIN',
  Sheikhupura: 'SHEIKHUPURA',
  Nawabshah: 'NAWAB SHAH',
  Bahawalnagar: 'BAHAWAL NAGAR',
  Muzaffargarh: 'MUZAFFARGARH',
  Pakpattan: 'PAK PATTAN SHARIF',
  Hub: 'HUB CHOWKI',
  'Jalalpur Pirwala': 'JALALPUR PEERWALA',
};

/** Near-duplicates that are areas of their own. */
const extra = [
  'WAH CANTT.',
  'LAHORE CANTT',
  'RAWALPINDI CANTT',
  'GUJRANWALA CANTT',
  'SIALKOT CANTT',
  'QUETTA CANTT',
  'MULTAN CANTT',
  'NOWSHERA CANTT',
  'KARACHI (HUB ROAD)',
  'MIRPUR SAKRO',
  'NAWABSHAH',
  'FAISALABAD (CHAK JHUMRA)',
  'KHANPUR (HARIPUR)',
];
const unserved = new Set(['Parachinar', 'Besham', 'Athmuqam', 'Kel', 'Ormara', 'Isa Khel', 'Chilas']);
const deliveryOnly = new Set(['Skardu', 'Gilgit', 'Hunza', 'Chitral', 'Gwadar', 'Turbat', 'Panjgur', 'Zhob']);
const pickupOnly = 'KARACHI (HUB ROAD)';

export const postexCities: PostexCity[] = [...towns.filter((place) => !unserved.has(place)), ...extra]
  .map((place) => {
    const hash = stableHash(`postex ${place}`);
    return {
      operationalCityName: spellings[place] ?? place.toUpperCase(),
      countryName: 'Pakistan',
      isPickupCity: flag(hash, !deliveryOnly.has(place)),
      isDeliveryCity: flag(hash >>> 3, place !== pickupOnly),
    };
  })
  .toSorted((one, other) => one.operationalCityName.localeCompare(other.operationalCityName));

export const isDeliveryCity = (name: string): boolean => deliverable.has(name);

const deliverable = new Set(
  postexCities.filter((city) => String(city.isDeliveryCity) === 'true').map((city) => city.operationalCityName),
);

/** The guide prints the flags as text, the service mostly sends booleans. */
function flag(hash: number, value: boolean): boolean | string {
  return hash % 6 === 0 ? String(value) : value;
}
