import { hasMissing } from './text.ts';

/** Of texts that are printed with visible marks, by what they are. */
export function missingNotes(parts: Readonly<Record<string, string | readonly string[]>>): string[] {
  const found = Object.entries(parts).flatMap(([part, texts]) => ([texts].flat().some(hasMissing) ? [part] : []));
  if (found.length === 0) return [];
  return [`Some characters of the ${found.join(' and the ')} can’t be printed. The paper has an empty box for each.`];
}
