import { withLatinDigits } from './latin-digits.ts';
import { plainText } from './plain-text.ts';

type PhoneProblem = 'missing' | 'not-a-mobile' | 'too-short' | 'too-long' | 'foreign';

type NormalisedPhone =
  | { readonly phone: string; readonly second?: string; readonly problem?: undefined }
  | { readonly phone?: undefined; readonly second?: undefined; readonly problem: PhoneProblem };

const between = String.raw`[\s().\-\u2010-\u2015_]`;
const spacing = new RegExp(between, 'g');
/** Separates two numbers of one field. A new `+` begins a new number, too. */
const separators = /[/,;:|&\p{L}\r\n]+|(?=\+)/u;

const mobile = String.raw`(?:(?:\+|00)?920?|\+?0)?3\d{9}`;
const onlyMobiles = new RegExp(`^(?:${mobile})+$`);
const everyMobile = new RegExp(mobile, 'g');

/**
 * The Pakistani mobile number in what a person wrote, as couriers take it: `03xxxxxxxxx`. It may have +92, 0092, 92, 0 or no
 * prefix, any spacing, and Urdu or Arabic digits. The field is cut where one number ends and another begins; each piece
 * counts only if all of it is a mobile number, so a part of a foreign number or of a landline never does. With two
 * numbers, the next different one is `second`. `abroad`: the address is in another country, so that ten digits
 * without a prefix are not ours. Otherwise what is wrong.
 */
export function normalisePhone(text: string, { abroad = false }: { readonly abroad?: boolean } = {}): NormalisedPhone {
  const latin = withLatinDigits(text);
  const found = latin.split(separators).flatMap((piece) => mobilesIn(piece, abroad));
  const [phone, second] = [...new Set(found)];
  if (phone) return second ? { phone, second } : { phone };
  return { problem: problemOf(latin.trim(), abroad) };
}

function mobilesIn(piece: string, abroad: boolean): string[] {
  const written = piece.trim();
  const digits = written.replace(spacing, '');
  if (!onlyMobiles.test(digits)) return [];
  // Ten digits without a prefix. An area code in brackets is American.
  if (digits.startsWith('3') && (abroad || written.startsWith('('))) return [];
  return [...digits.matchAll(everyMobile)].map(([number]) => `0${number.slice(-10)}`);
}

/** A mobile number as couriers take it. */
export const mobilePhonePattern = /^03\d{9}$/;

/** The number as couriers take it. A text that is not exactly one mobile number stays as it is, so none of two is lost. */
export function asMobile(text: string): string {
  const written = text.trim();
  if (mobilePhonePattern.test(written)) return written;
  const { phone, second } = normalisePhone(written);
  return phone !== undefined && second === undefined ? phone : written;
}

const phoneCharacters = new RegExp(String.raw`^\+?(?:\d|${between})+$`);

/** The first digits of a phone number, in the form in which we store numbers: `+92 300 12` and `۰۳۰۰ ۱۲` are `030012`. */
export function startOfPhone(text: string): string {
  const latin = withLatinDigits(text);
  return normalisePhone(latin).phone ?? latin.replace(spacing, '').replace(/^(?:\+|00)?92(?:0(?=3))?/, '0');
}

export type TypedPhone = { readonly kind: 'whole' | 'beginning' | 'end'; readonly digits: string };

/** Last digits of a phone; longer numbers are tracking numbers. */
const minEnd = 5;
const maxEnd = 12;

/** What a search text means as a phone: a mobile number, the first digits of one, or the last digits of any number. */
export function typedPhone(text: string): TypedPhone | undefined {
  const latin = withLatinDigits(text).trim();
  if (!phoneCharacters.test(latin)) return undefined;
  const start = startOfPhone(latin);
  if (mobilePhonePattern.test(start)) return { kind: 'whole', digits: start };
  if (/^03\d{2,8}$/.test(start)) return { kind: 'beginning', digits: start };
  const digits = latin.replace(/\D/g, '');
  return digits.length >= minEnd && digits.length <= maxEnd ? { kind: 'end', digits } : undefined;
}

/** A tracking number without the groups in which people read it: `LE 7500 0001`, `7794-1230-0021`. */
export function withoutGroups(text: string): string | undefined {
  const number = withLatinDigits(text).replace(spacing, '');
  return /^[a-z]*\d{6,}$/i.test(number) ? number : undefined;
}

/**
 * The texts to search for: the words as typed, in plain letters as we store them, with Latin digits, a grouped number without
 * its spaces and dashes, and a mobile number or its first digits in the form in which we store numbers (`+92 300 1234567`,
 * `0300-123`). Digits alone can be any number, so they count as a phone only if they are a complete one.
 */
export function spellingsOf(words: string): string[] {
  const latin = withLatinDigits(words);
  const number = withoutGroups(latin);
  const phone = typedPhone(latin);
  const isPhone = phone?.kind === 'whole' || (phone?.kind === 'beginning' && !/^\d+$/.test(latin));
  return [
    ...new Set([
      ...[words, latin, plainText(words).trim()],
      ...(number === undefined ? [] : [number]),
      ...(isPhone && !phone.digits.includes(latin) ? [phone.digits] : []),
    ]),
  ];
}

function problemOf(text: string, abroad: boolean): PhoneProblem {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return 'missing';
  if (/^(\+|00)/.test(text) && !/^(\+|00)\W*92/.test(text)) return 'foreign';
  const local = digits.replace(/^(00)?92/, '').replace(/^0+/, '');
  if (!local.startsWith('3')) return 'not-a-mobile';
  if (local.length === 10) return abroad || text.startsWith('(') ? 'foreign' : 'not-a-mobile';
  return local.length < 10 ? 'too-short' : 'too-long';
}
