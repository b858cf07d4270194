const longest = 300;

/** A courier's words made fit for a reader: one line, no markup, at most 300 characters. */
export function cleanWords(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 3).trimEnd()}...` : plain;
}

const nothing = new Set(['', '0', 'null', 'none', 'undefined', '[]', '{}']);

/** All words within an error value, whatever its shape: a text, a list, or an object keyed by field or number. */
export function flattenWords(value: unknown): string {
  return cleanWords([...new Set(wordsWithin(value))].join('; '));
}

function wordsWithin(value: unknown): string[] {
  if (typeof value === 'string') return nothing.has(value.trim().toLowerCase()) ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(wordsWithin);
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(wordsWithin);
  return [];
}

const wordKeys = ['message', 'statusmessage', 'error', 'errormessage', 'detail', 'title', 'httpmessage'];

/** What a body that came with an error status says, or empty when it is not JSON. */
export function wordsOfErrorBody(body: Buffer): string {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    const object: unknown = Array.isArray(json) ? json[0] : json;
    if (object === null || typeof object !== 'object') return '';
    return flattenWords(
      Object.entries(object)
        .filter(([key]) => wordKeys.includes(key.toLowerCase()))
        .map(([, value]: [string, unknown]) => value),
    );
  } catch {
    return '';
  }
}
