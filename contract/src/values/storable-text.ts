/**
 * PostgreSQL stores every character but NUL. Half a surrogate pair is no character: only JavaScript has such texts, for
 * example an emoji that was cut in two.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
