import * as z from 'zod';
import { stored } from '../../lib/stored.ts';
import { recentSearchesKey } from '../../lib/stored-session.ts';

const max = 5;
const searches = stored(
  'local',
  recentSearchesKey,
  z.object({ userId: z.string(), texts: z.array(z.string().max(100)).max(max) }),
);

/** What this person searched on this device, newest first. Sign-out deletes it. */
export function recentSearches(userId: string): readonly string[] {
  const kept = searches.read();
  return kept?.userId === userId ? kept.texts : [];
}

export function rememberSearch(userId: string, text: string): void {
  if (text === '') return;
  const texts = [text, ...recentSearches(userId).filter((one) => one !== text)].slice(0, max);
  searches.write({ userId, texts });
}
