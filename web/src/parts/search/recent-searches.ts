import * as z from 'zod';
import { recentSearchesKey } from '../../lib/stored-session.ts';

const max = 5;
const Stored = z.object({ userId: z.string(), texts: z.array(z.string().max(100)).max(max) });

/** What this person searched on this device, newest first. Sign-out deletes it. */
export function recentSearches(userId: string): readonly string[] {
  try {
    const stored = Stored.parse(JSON.parse(localStorage.getItem(recentSearchesKey) ?? 'null'));
    return stored.userId === userId ? stored.texts : [];
  } catch {
    return [];
  }
}

export function rememberSearch(userId: string, text: string): void {
  if (text === '') return;
  const texts = [text, ...recentSearches(userId).filter((one) => one !== text)].slice(0, max);
  localStorage.setItem(recentSearchesKey, JSON.stringify({ userId, texts }));
}
