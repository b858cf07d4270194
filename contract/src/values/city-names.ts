/** Other names, airport codes, abbreviations, frequent misspellings and Urdu spellings, by the city's name. */
const otherNames: Readonly<Record<string, string>> = {
  karachi: 'khi, karch, karchi, karaci, krachi, karachii, kerachi, kci, کراچی',
  lahore: 'lhr, lhe, lahor, lahoor, lohore, lahour, lahur, lahroe, لاہور, لاهور',
  islamabad: 'isb, isl, islmabad, islambad, isloo, ict, islamabad capital territory, اسلام آباد',
  rawalpindi: 'rwp, pindi, rawal pindi, rwalpindi, rawlpindi, راولپنڈی',
  faisalabad: 'fsd, lyp, lyallpur, lyalpur, faislabad, fsbd, فیصل آباد',
  multan: 'mux, mul, multaan, ملتان',
  peshawar: 'pew, psh, peshawer, pishawar, پشاور',
  quetta: 'uet, qta, queta, quta, کوئٹہ',
  hyderabad: 'hyd, hdd, haiderabad, hydrabad, حیدرآباد',
  gujranwala: 'grw, gujrawala, gujranwla, گوجرانوالہ',
  sialkot: 'skt, sialkoat, siyalkot, سیالکوٹ',
  sargodha: 'sgd, sargoda, سرگودھا',
  bahawalpur: 'bwp, bhawalpur, bhv, bahawalpour, بہاولپور',
  sukkur: 'skz, sukker, sakkar, سکھر',
  abbottabad: 'abbotabad, abotabad, atd, ایبٹ آباد',
  mardan: 'مردان',
  sheikhupura: 'skp, shekhupura, sheikhpura, شیخوپورہ',
  sahiwal: 'swl, ساہیوال',
  jhelum: 'jehlum, jhelam, جہلم',
  gujrat: 'گجرات',
  'dera ghazi khan': 'd g khan, dg khan, dgk, dera gazi khan, d ghazi khan, ڈیرہ غازی خان',
  'dera ismail khan': 'd i khan, di khan, dik, dera ismael khan, d ismail khan, ڈیرہ اسماعیل خان',
  'rahim yar khan': 'r y khan, ry khan, ryk, raheem yar khan, rahimyarkhan, رحیم یار خان',
  'toba tek singh': 't t singh, tt singh, tts, toba, toba take singh',
  'mandi bahauddin': 'm b din, mb din, mbdin, mandi bahaudin, mandi bahauldin, mandi baha ud din, mandi bahawaldin',
  'wah cantt': 'wah, wah cant',
  nawabshah: 'nwb, nawab shah, shaheed benazirabad, benazirabad',
  'mirpur khas': 'mpk',
  'mirpur ajk': 'mirpur azad kashmir, mirpur azad jammu kashmir, new mirpur',
  larkana: 'lkn, larkano',
  okara: 'okarah',
  kasur: 'qasur',
  attock: 'attock city, campbellpur, atock',
  mingora: 'mingaora',
  swat: 'sawat',
  nowshera: 'nowshehra, noshera, naushera',
  'nankana sahib': 'nankana',
  bahawalnagar: 'bwn, bhawalnagar',
  muzaffargarh: 'muzafargarh, muzaffar garh',
  muzaffarabad: 'muzafarabad, mzd',
  'hasan abdal': 'hassan abdal, hasanabdal',
  burewala: 'burewala city, boorewala',
  layyah: 'leiah, layya',
  pakpattan: 'pak pattan, pakpatan',
  'kot addu': 'kot adu',
  jaranwala: 'jarranwala',
};

const words: Readonly<Record<string, string>> = { cant: 'cantt', cantonment: 'cantt', cantt: 'cantt', cntt: 'cantt' };

/** Words beside a city that do not tell it apart. */
const noise = new Set(
  'pakistan pak punjab sindh sind kpk kp khyber pakhtunkhwa balochistan baluchistan city district distt dist tehsil teh tehseel'.split(
    ' ',
  ),
);

/** Words for quarters, which many cities have. */
const quarters = new Set(
  'town colony cantt civil lines saddar sadar sadr dera model satellite garden block phase sector road street bazar bazaar chowk mohalla muhalla chak village na home'.split(
    ' ',
  ),
);

/** After a city's name, they make the name of a road or a quarter in another city: "Multan Road", "Hyderabad Colony". */
const namedAfterCities = new Set(
  'road rd street bazar bazaar chowk colony morr mor more chungi adda bypass gate e'.split(' '),
);

/** Whether the text has these words only as a part of the name of a road or a quarter. */
export function isNamedAfter(normalised: string, cityWords: readonly string[]): boolean {
  const written = normalised.split(' ');
  const last = Math.max(...cityWords.map((word) => written.lastIndexOf(word)));
  return namedAfterCities.has(written[last + 1] ?? '');
}

/** A province, a country or a quarter: the same words can mean another city for the next customer. */
export function namesAnArea(normalised: string): boolean {
  const parts = normalised.split(' ');
  return parts.some((word) => quarters.has(word)) || parts.every((word) => noise.has(word) || provinces.has(word));
}

const provinces = new Set('ajk azad jammu kashmir gilgit baltistan fata islamic republic of'.split(' '));

/** Lower case, no accents, no punctuation, single spaces, one spelling of "cantt". */
export function normaliseCity(spelling: string): string {
  return spelling
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => words[word] ?? word)
    .join(' ');
}

/** The city's name for a normalised spelling; the spelling itself when it is not in the list. */
export function cityStandsFor(normalised: string): string {
  return standsFor.get(compact(normalised)) ?? normalised;
}

/** Without the words that only say where the city lies, unless nothing else is left. */
export function withoutNoise(normalised: string): string {
  const kept = normalised.split(' ').filter((word) => !noise.has(word));
  return kept.length > 0 ? kept.join(' ') : normalised;
}

export const compact = (normalised: string): string => normalised.replaceAll(' ', '');

const standsFor = new Map(
  Object.entries(otherNames).flatMap(([name, others]) =>
    [name, ...others.split(', ')].map((other) => [compact(normaliseCity(other)), name] as const),
  ),
);
