/** Text that is safe to put into a page as it is. */
export type Html = {
  readonly markup: string;
};

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Builds markup; everything put into it is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? '';
  parts.forEach((part, index) => {
    markup += markupOf(part) + (strings[index + 1] ?? '');
  });
  return { markup };
}

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(markupOf).join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
