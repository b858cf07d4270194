/** What we know of a customer, from their orders, parcels and batch rows. Some may be empty or repeated. */
export type KnownOfCustomer = {
  readonly names: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly addresses: readonly string[];
  readonly notes: readonly string[];
};

/** Put in place of a customer's words. */
export const erased = 'Erased';

/** Regular expressions of PostgreSQL that find the customer's words in a text, in JSON and in HTML. */
export type CustomerPatterns = {
  /** For any text of the shop: names and addresses of several words, phone numbers and email addresses. */
  readonly anywhere: string | undefined;
  /** For texts about their own parcels: also single words of them, and what they and the staff noted. */
  readonly ownParcels: string | undefined;
  /** For emails to other people, who may have the same name: phone numbers, email addresses and addresses. */
  readonly otherMails: string | undefined;
};

export function patternsOf(known: KnownOfCustomer): CustomerPatterns {
  const names = valuesOf(known.names);
  const namesAndAddresses = [...names, ...valuesOf(known.addresses)];
  const contacts = [...valuesOf(known.emails).map(wholeWords), ...valuesOf(known.phones).map(phonePattern)];
  // "Khan" or "Lahore" alone names many people.
  const hasSeveralWords = (text: string): boolean => /\s/.test(text);
  const singleNames = names.flatMap((name) => name.split(/\s+/)).filter((name) => name.length >= 3);
  const ofOwnParcels = [...namesAndAddresses, ...singleNames, ...valuesOf(known.notes)];
  return {
    anywhere: anyOf([...namesAndAddresses.filter(hasSeveralWords).map(wholeWords), ...contacts]),
    otherMails: anyOf([...valuesOf(known.addresses).filter(hasSeveralWords).map(wholeWords), ...contacts]),
    ownParcels: anyOf([...ofOwnParcels.map(wholeWords), ...contacts]),
  };
}

/** Shorter texts and mere signs say nothing about anybody, and would be found everywhere. */
const shortest = 4;
const saysSomething = (text: string): boolean =>
  text.length >= shortest && text !== erased && /[\p{L}\p{N}]/u.test(text);

const valuesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()))].filter(saysSomething);

/** Longer texts first, so that an address is found before a name within it. */
const anyOf = (patterns: readonly string[]): string | undefined =>
  patterns.length > 0 ? `(${[...new Set(patterns)].toSorted((a, b) => b.length - a.length).join('|')})` : undefined;

/** `0321 7654321`, `+92-321-7654321` and `923217654321` are the same number. */
function phonePattern(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^(0092|92|0)(?=3\d{9}$)/, '');
  if (!/^3\d{9}$/.test(digits)) return wholeWords(phone);
  return `(?<![0-9])(\\+|00)?(92|0)?[- ]?${[...digits].join('[- ]?')}(?![0-9])`;
}

/** The text where it stands alone: "Ali Khan" is not found in "Wali Khan", but after the `\n` of JSON it is. */
function wholeWords(text: string): string {
  const start = /^[\p{L}\p{N}]/u.test(text) ? wordStart : '';
  const end = /[\p{L}\p{N}]$/u.test(text) ? wordEnd : '';
  return `${start}${literal(text)}${end}`;
}

const wordStart = '((?<![[:alnum:]])|(?<=\\\\[nrt]))';
const wordEnd = '(?![[:alnum:]])';

/** The text as it is, as JSON writes it, and as our emails write it. */
const literal = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => [...word].map((character) => written[character] ?? escaped(character)).join(''))
    .join('(\\s|\\\\[nrt])+');

const written: Readonly<Record<string, string>> = {
  '"': '(\\\\?"|&#34;)',
  "'": "('|&#39;)",
  '&': '(&|&#38;)',
  '<': '(<|&#60;)',
  '>': '(>|&#62;)',
};

const escaped = (character: string): string => (/[.*+?^${}()|[\]\\]/.test(character) ? `\\${character}` : character);
