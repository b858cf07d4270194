import { towns } from '../demo-data/towns.ts';
import { stableHash } from '../../core/stable-hash.ts';

const spellings: Record<string, string> = {
  'Rahim Yar Khan': 'RAHIM YAR KHAN',
  'Dera Ghazi Khan': 'DERA GHAZI KHAN',
  'Dera Ismail Khan': 'D I KHAN',
  'Mirpur AJK': 'MIRPUR AZAD KASHMIR',
  'Mirpur Khas': 'MIRPURKHAS ',
  'Toba Tek Singh': 'TOBA TEK SING',
  'Mandi Bahauddin': 'M.B DIN',
  Alipur: 'ALI PUR',
  Abbottabad: 'ABBOTTABAD ',
  Muzaffargarh: 'MUZAFFAR GARH',
  Nawabshah: 'NAWABSHAH',
  Sheikhupura: 'SHEIKHUPURA ',
  Bannu: 'bannu',
  Faisalabad: 'FAISALABAD',
  Hub: 'HUB CHOWKI',
  'Wah Cantt': 'WAH  CANTT ',
  Jauharabad: 'JOHARABAD',
  Mingora: 'MINGORA SWAT',
};

const bigCities = new Set(
  'Karachi, Lahore, Islamabad, Rawalpindi, Faisalabad, Multan, Peshawar, Quetta, Hyderabad, Gujranwala, Sialkot'.split(
    ', ',
  ),
);
const unserved = new Set(['Hunza', 'Kel', 'Panjgur', 'Ziarat', 'Chakswari', 'Uch Sharif', 'Daur']);

/** "Cities for delivery": destinationCityName must match one of these exactly. */
export const deliveryCities: string[] = [
  ...towns.filter((place) => !unserved.has(place)).map(mnpSpelling),
  'LAHORE CANTT',
  'Malir Cantt',
  'GULSHAN-E-HADEED ',
].toSorted();

/** "Cities for booking": a shorter list, with some names that are no delivery city. */
export const bookingCities: string[] = [
  ...towns
    .filter((place) => !unserved.has(place) && (bigCities.has(place) || stableHash(place) % 4 !== 0))
    .map(mnpSpelling),
  'BAIJI CHOWK ',
  'Airport',
].toSorted();

export const isDeliveryCity = (name: string): boolean => deliverable.has(name);

const deliverable = new Set(deliveryCities);

function mnpSpelling(place: string): string {
  const own = spellings[place];
  if (own) return own;
  if (bigCities.has(place)) return place.toUpperCase();
  const roll = stableHash(`mnp ${place}`) % 20;
  if (roll === 0) return place.toLowerCase();
  if (roll < 3) return place;
  return roll < 6 ? `${place.toUpperCase()} ` : place.toUpperCase();
}
