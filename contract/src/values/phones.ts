export type PhoneProblem = 'missing' | 'not-a-mobile' | 'too-short' | 'too-long' | 'foreign';

export type NormalisedPhone =
  | { readonly phone: string; readonly second?: string; readonly problem?: undefined }
  | { readonly phone?: undefined; readonly second?: undefined; readonly problem: PhoneProblem };

const between = String.raw`[\s().\-\u2010-\u2015_]`;
const gap = `${between}?`;
const longGap = new RegExp(`${between}+`, 'g');

const pakistaniMobile = new RegExp(
  String.raw`(?<!\d)(?:(?:\+|00)?${gap}92${gap}(?:0${gap})?|0${gap})?3(?:${gap}\d){9}(?!\d)`,
  'g',
);

/**
 * A Pakistani mobile number as couriers want it, `03xxxxxxxxx`, out of what a customer wrote: with +92, 0092 or 92,
 * without the leading zero, with any spacing, in Urdu or Arabic digits, or two numbers in one field (the first one
 * that is valid wins, the next is `second`). Otherwise what is wrong with it.
 */
export function normalisePhone(text: string): NormalisedPhone {
  const latin = withLatinDigits(text);
  const found = [...latin.replace(longGap, ' ').matchAll(pakistaniMobile)].map(
    ([number]) => `0${number.replace(/\D/g, '').slice(-10)}`,
  );
  const [phone, second] = [...new Set(found)];
  if (phone) return second ? { phone, second } : { phone };
  return { problem: problemOf(latin.trim()) };
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

/**
 * The texts to search for: the words as typed and, if they are a mobile number or the first digits of one, also the form
 * in which we store numbers (`+92 300 1234567`, `0300-123`). Digits alone can be any number, so they count as a phone only
 * if they are a complete one.
 */
export function spellingsOf(words: string): string[] {
  const latin = withLatinDigits(words).trim();
  if (!phoneCharacters.test(latin)) return [words];
  const started = latin.replace(/\D/g, '').replace(/^(?:00)?92(?:0(?=3))?/, '0');
  const phone = normalisePhone(latin).phone ?? (/^\d+$/.test(latin) ? '' : started);
  return /^03\d{2,9}$/.test(phone) && !phone.includes(words) ? [words, phone] : [words];
}

function problemOf(text: string): PhoneProblem {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return 'missing';
  if (/^(\+|00)/.test(text) && !/^(\+|00)\W*92/.test(text)) return 'foreign';
  const local = digits.replace(/^(00)?92/, '').replace(/^0+/, '');
  if (!local.startsWith('3')) return 'not-a-mobile';
  return local.length < 10 ? 'too-short' : 'too-long';
}

/** Arabic-Indic, Extended Arabic-Indic (Urdu) and full-width digits as 0-9. */
export function withLatinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660));
    })
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}
