/** What most texts are: nothing to change in them. */
const plain = /^[\n\r\t -~]*$/;

/** Marks without a shape of their own: of emoji, of copying and of text direction. Urdu needs its two joiners, which stay. */
const invisible =
  /[\u034f\u20e3\ufe00-\ufe0f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/gu;

const hyphens = /[\u2010-\u2012\u2043]/g;

/** Fractions and numbers in circles, brackets or with a full stop: `9½` is not `91/2`. */
const joinedNumbers = /(\d?)([\u00bc-\u00be\u2150-\u215f\u2189\u2460-\u249b\u24ea])/g;

/** Raised and lowered digits, but not after a digit: `10⁵` is not `105`. */
const raised = /(?<![\d\u2070-\u209c])[\u2070-\u209c]+/g;

/** All but what couriers and our fonts know as it is: Latin letters, common punctuation, currency signs. */
const decorated =
  /[^\p{Cc} -~\u00a1-\u024f\u02d8-\u02dd\u2013\u2014\u2018-\u201f\u2022\u2026\u2032\u2033\u2044\u2070-\u209c\u20a0-\u20bf\u2122]/gu;

/**
 * Text in the letters that couriers, scanners and printers know: `𝓐𝓵𝓲`, `Ａｌｉ` and Arabic presentation forms become the
 * letters that they show (Unicode's NFKC). Urdu letters, digits and joiners stay. No character is dropped that has a shape.
 */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(hyphens, '-')
    .replace(joinedNumbers, (_, before: string, number: string) => `${before}${before && ' '}${compatible(number)}`)
    .replace(raised, compatible)
    .replace(decorated, undecorated);
}

const compatible = (letters: string): string => letters.normalize('NFKC').replaceAll('\u2044', '/');

/** A mark that NFKC puts on a space stays as it is, or goes without the space in Arabic. */
function undecorated(letter: string): string {
  const letters = compatible(letter);
  if (!/^ \p{M}/u.test(letters)) return letters;
  return /[\ufb50-\ufeff]/.test(letter) ? letters.slice(1) : letter;
}
