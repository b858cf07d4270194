const digits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Marks of text direction, and joiners, that come along when a number is copied. */
const marks = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Arabic-Indic, Extended Arabic-Indic (Urdu) and full-width digits as 0-9, without invisible marks. */
export const withLatinDigits = (text: string): string =>
  text.replace(digits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf)).replace(marks, '');

/** The same with the Arabic separators and the typographic minus as a keyboard has them. */
export const latinNumber = (text: string): string =>
  withLatinDigits(text).replaceAll('\u066b', '.').replaceAll('\u066c', ',').replaceAll('\u2212', '-');
