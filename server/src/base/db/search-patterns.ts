import { spellingsOf } from '@courierdesk/contract/phones';

/** The wildcards of LIKE are ordinary characters in a search. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * What the text of a search means in LIKE: rows that have one of these somewhere. Numbers as people write them. Words of a name are
 * found with others between them, and two of them in either order, as in the search of the top bar.
 */
export const searchPatterns = (text: string): string[] =>
  spellingsOf(text).flatMap((spelling) => {
    const escaped = escapeLike(spelling);
    const words = escaped.split(/\s+/);
    // A trigram index needs three letters in a row.
    if (words.length === 1 || /\d/.test(escaped) || words.every(({ length }) => length < 3)) return [escaped];
    const inOrder = words.join('%');
    return words.length === 2 ? [inOrder, words.toReversed().join('%')] : [inOrder];
  });
