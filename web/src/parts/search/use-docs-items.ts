import { IconFileText } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { searchGuide } from '../guide/search-guide.ts';
import type { SearchItem } from './search-item.ts';

const maxItems = 4;
/** Shorter texts match too much. */
const minLength = 3;

/** Sections of the docs that match. Loads the docs with the first text. */
export function useDocsItems(text: string): SearchItem[] {
  const navigate = useNavigate();
  const [search, setSearch] = useState<{ run: typeof searchGuide }>();
  const isAsked = text.length >= minLength;
  useEffect(() => {
    if (!isAsked) return;
    let stale = false;
    // Without the docs, the other groups still work.
    import('../guide/search-guide.ts').then(
      ({ searchGuide: run }) => stale || setSearch({ run }),
      () => undefined,
    );
    return () => void (stale = true);
  }, [isAsked]);
  if (!isAsked || !search) return [];
  return search
    .run(text)
    .slice(0, maxItems)
    .map((hit) => ({
      key: `docs ${hit.page}#${hit.anchor}`,
      icon: IconFileText,
      label: hit.heading || hit.title,
      detail: hit.heading ? `${hit.title} · ${hit.snippet}` : hit.snippet,
      run: () => void navigate({ to: '/dashboard/docs/$page', params: { page: hit.page }, hash: hit.anchor }),
    }));
}
