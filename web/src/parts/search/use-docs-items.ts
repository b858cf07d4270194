import { IconFileText } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { searchGuide } from '../guide/search-guide.ts';
import type { SearchItem } from './search-item.ts';

const maxItems = 4;
/** Shorter texts match too much. */
const minLength = 3;

/** Sections of the docs that match. Loads the docs with the first text. */
export function useDocsItems(text: string): { items: SearchItem[]; hasFailed: boolean } {
  const navigate = useNavigate();
  const [search, setSearch] = useState<{ run: typeof searchGuide }>();
  const [hasFailed, setFailed] = useState(false);
  const isAsked = text.length >= minLength;
  useEffect(() => {
    if (!isAsked) return;
    let stale = false;
    import('../guide/search-guide.ts').then(
      ({ searchGuide: run }) => stale || setSearch({ run }),
      () => stale || setFailed(true),
    );
    return () => void (stale = true);
  }, [isAsked]);
  if (!isAsked || !search) return { items: [], hasFailed: isAsked && hasFailed };
  const items = search
    .run(text)
    .slice(0, maxItems)
    .map((hit) => ({
      key: `docs ${hit.page}#${hit.anchor}`,
      icon: IconFileText,
      label: hit.heading || hit.title,
      detail: hit.heading ? `${hit.title} · ${hit.snippet}` : hit.snippet,
      run: () => void navigate({ to: '/dashboard/docs/$page', params: { page: hit.page }, hash: hit.anchor }),
    }));
  return { items, hasFailed: false };
}
