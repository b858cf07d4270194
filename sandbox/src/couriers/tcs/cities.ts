import { towns } from '../demo-data/towns.ts';

type TcsCity = {
  citycode: string;
  cityname: string;
};

const codes: Record<string, string> = {
  Karachi: 'KHI',
  Lahore: 'LHE',
  Islamabad: 'ISB',
  Rawalpindi: 'RWP',
  Faisalabad: 'FSD',
  Multan: 'MUX',
  Peshawar: 'PEW',
  Quetta: 'UET',
  Hyderabad: 'HDD',
  Gujranwala: 'GRW',
  Sialkot: 'SKT',
  Sargodha: 'SGD',
  Bahawalpur: 'BHV',
  Sukkur: 'SKZ',
  Abbottabad: 'ATD',
  'Toba Tek Singh': 'TTS',
  'Tando Jam': 'TDJ',
  Timergara: 'TMK',
  'Mirpur Mathelo': 'MRP',
  'Mirpur Khas': 'MRP',
  Kahuta: 'KOT',
  Kotri: 'KOT',
};

const spellings: Record<string, string> = {
  'Dera Ghazi Khan': 'DERA GHAZI KHAN',
  'Dera Ismail Khan': 'DERA ISMAIL KHAN',
  'Mirpur AJK': 'MIRPUR A.K',
  'Mirpur Khas': 'MIRPUR KHAS',
  'Mandi Bahauddin': 'MANDI BAHA UD DIN',
  'Wah Cantt': 'WAH CANTT',
  Abbottabad: 'ABBOTTABAD',
  Muzaffarabad: 'MUZAFFARABAD A.K',
  Bagh: 'BAGH',
  Hub: 'HUB CHOWKI',
  Sheikhupura: 'SHAIKHUPURA',
  Nawabshah: 'NAWABSHAH',
  Vehari: 'VEHARI',
  Layyah: 'LAYYAH',
  Swat: 'SAIDU SHARIF SWAT',
};

const unserved = new Set(['Saidu Sharif', 'Kel', 'Rojhan', 'Dahranwala', 'Ferozewala', 'Ormara']);
const extra: TcsCity[] = [
  { citycode: 'TAL', cityname: 'TALL' },
  { citycode: 'LHC', cityname: 'LAHORE CANTT' },
  { citycode: 'DGK', cityname: 'D.G. KHAN CEMENT FACTORY' },
];

/** Some rows appear twice, and some towns share a code. */
export const tcsCities: TcsCity[] = listed();

export const tcsCityByName = new Map(tcsCities.map((city) => [city.cityname, city]));

function listed(): TcsCity[] {
  const taken = new Set(Object.values(codes));
  const cities = towns
    .filter((place) => !unserved.has(place))
    .map((place) => ({
      citycode: codes[place] ?? freeCode(place, taken),
      cityname: spellings[place] ?? place.toUpperCase(),
    }));
  const repeated = cities.filter((city) => city.citycode === 'KHI' || city.cityname === 'OKARA');
  return [...cities, ...extra, ...repeated].toSorted((one, other) => one.cityname.localeCompare(other.cityname));
}

function freeCode(place: string, taken: Set<string>): string {
  const letters = place.toUpperCase().replace(/[^A-Z]/g, '');
  for (let second = 1; second < letters.length; second += 1) {
    for (let third = second + 1; third < letters.length; third += 1) {
      const code = letters.charAt(0) + letters.charAt(second) + letters.charAt(third);
      if (taken.has(code)) continue;
      taken.add(code);
      return code;
    }
  }
  return letters.slice(0, 3);
}
