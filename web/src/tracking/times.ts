import type { Lang } from './texts.ts';

/** `Friday 20 November` */
export const dayIn = (lang: Lang, instant: string, timeZone: string): string =>
  formatter(lang === 'en' ? 'en-GB' : 'ur-PK', timeZone, 'day').format(new Date(instant));

/** `3:04 PM` */
export const timeIn = (lang: Lang, instant: string, timeZone: string): string =>
  formatter(lang === 'en' ? 'en-US' : 'ur-PK', timeZone, 'time').format(new Date(instant));

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than rendering the rest of the page. */
function formatter(locale: string, timeZone: string, form: 'day' | 'time'): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${form}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(form === 'day' ? { weekday: 'long', day: 'numeric', month: 'long' } : { hour: 'numeric', minute: '2-digit' }),
  });
  formatters.set(key, made);
  return made;
}
