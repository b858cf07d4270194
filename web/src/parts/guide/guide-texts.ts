import type { GuidePage } from '../../lib/guide-pages.ts';
import sizes from '../../../../docs/guide/images/sizes.json';

const files = import.meta.glob<string>('../../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const addresses = import.meta.glob<string>('../../../../docs/guide/images/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The Markdown of a page. */
export const guideText = (page: GuidePage): string => files[`../../../../docs/guide/${page}.md`] ?? '';

const sizeOf: Readonly<Record<string, { width: number; height: number }>> = sizes;

/** An image as Markdown names it (`images/orders.webp`): its address and size. */
export function guideImage(name: string): { src: string | undefined; width?: number; height?: number } {
  return { src: addresses[`../../../../docs/guide/${name}`], ...sizeOf[name.replace('images/', '')] };
}
