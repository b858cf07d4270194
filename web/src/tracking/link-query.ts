import type { Asked } from './page-input.ts';
import type { Lang } from './texts.ts';

/** The query of a link to the page of the same parcel. */
export const linkQuery = (lang: Lang, { key, courier }: Partial<Asked> = {}): string =>
  `?${new URLSearchParams({ ...(key && { k: key }), ...(courier && { courier }), lang }).toString()}`;
