/**
 * PostgreSQL stores every character but NUL. Half a surrogate pair is no character: only JavaScript has such texts, for
 * example an emoji that was cut in two.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The text with what cannot be stored replaced. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
