import type { Lang } from './texts.ts';

/** The query of a link to the page of the same parcel. `key` is that of the link that the shop sent. */
export const linkQuery = (lang: Lang, key: string | undefined): string =>
  `?${new URLSearchParams({ ...(key && { k: key }), lang }).toString()}`;
