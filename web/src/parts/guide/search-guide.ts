import MiniSearch from 'minisearch';
import { guidePages, type GuidePage } from '../../lib/guide-pages.ts';
import { guideSections } from './guide-sections.ts';
import { guideText } from './guide-texts.ts';

/** A section that matches. `snippet` is the text around the first match. */
export type GuideHit = {
  readonly page: GuidePage;
  readonly title: string;
  readonly heading: string;
  readonly anchor: string;
  readonly snippet: string;
};

const maxHits = 8;

/** The best matching sections of the docs. Load this module when someone searches: it holds all pages. */
export function searchGuide(query: string): GuideHit[] {
  return index
    .search(query)
    .slice(0, maxHits)
    .flatMap(({ id, terms }) => {
      const section = sections[Number(id)];
      if (!section) return [];
      const { text, ...found } = section;
      return [{ ...found, snippet: snippetOf(text, terms) }];
    });
}

const sections = guidePages.flatMap(({ page, title }) =>
  guideSections(guideText(page)).map((section) => ({ page, title, ...section })),
);

const index = new MiniSearch<(typeof sections)[number] & { id: number }>({
  fields: ['title', 'heading', 'text'],
  searchOptions: { boost: { title: 2, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
});
index.addAll(sections.map((section, id) => ({ id, ...section })));

const before = 40;
const length = 150;

function snippetOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - before);
  const start = places.length === 0 || first === 0 ? 0 : text.indexOf(' ', first) + 1;
  const end = text.length > start + length ? text.lastIndexOf(' ', start + length) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
