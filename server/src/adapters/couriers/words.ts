import { cutText } from '@courierdesk/contract/cut-text';
import { storableText } from '@courierdesk/contract/storable-text';

const longest = 300;

/** A courier's message as readable text: one line, no markup, at most 300 characters. */
export function cleanWords(text: string): string {
  const plain = storableText(text)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.length > longest ? `${cutText(plain, longest - 3).trimEnd()}...` : plain;
}

const nothing = new Set(['', '0', 'null', 'none', 'undefined', '[]', '{}']);

/** All words within an error value, whatever its shape: a text, a list, or an object keyed by field or number. */
export function flattenWords(value: unknown): string {
  return cleanWords([...new Set(wordsWithin(value, deepest))].join('; '));
}

/** Levels of an error value that are read. */
const deepest = 10;

function wordsWithin(value: unknown, levels: number): string[] {
  if (typeof value === 'string') return nothing.has(value.trim().toLowerCase()) ? [] : [value.trim()];
  if (levels === 0 || value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((part) => wordsWithin(part, levels - 1));
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
