const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The beginning of a text, at most `maxLength` UTF-16 units long. It ends between two characters as people see them: an
 * emoji, or a letter with its accents, is kept whole or left out. Only a character that alone exceeds the limit is cut,
 * between code points.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Two units more show how the character at the limit begins, also where it is a surrogate pair.
  const end = graphemes.segment(text.slice(0, maxLength + 2)).containing(maxLength)?.index ?? 0;
  if (end > 0) return text.slice(0, end);
  return /[\ud800-\udbff]$/.test(text.slice(0, maxLength)) ? text.slice(0, maxLength - 1) : text.slice(0, maxLength);
}
