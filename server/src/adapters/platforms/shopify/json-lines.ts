import { PlatformError } from '../platform.ts';
import { jsonOf } from './http.ts';
import type { ShopifySettings } from './settings.ts';

/** `end` is where the next line begins, in bytes of the whole file. */
type JsonLine = { readonly value: unknown; readonly start: number; readonly end: number };

/** No order needs as much. The limit bounds the memory of a damaged file. */
const maxLineBytes = 16 * 1024 * 1024;
const lineFeed = 10;

/**
 * The lines of a JSONL file from a byte on, as they arrive. Lines end with LF alone: JSON texts may hold other line
 * separators. A silent connection is given up after `timeoutMs`; how slowly the reader takes the lines does not count.
 * `isPart`: the file breaks off somewhere, so a last line without its end is ignored.
 */
export async function* readJsonLines(
  settings: ShopifySettings,
  file: { readonly url: string; readonly isPart: boolean },
  from: number,
): AsyncGenerator<JsonLine> {
  const abort = new AbortController();
  try {
    let start = from;
    let rest = Buffer.alloc(0);
    for await (const chunk of chunksFrom(settings, file.url, from, abort)) {
      const bytes = Buffer.concat([rest, chunk]);
      let begin = 0;
      for (let end = bytes.indexOf(lineFeed, rest.length); end !== -1; end = bytes.indexOf(lineFeed, begin)) {
        const line = bytes.toString('utf8', begin, end);
        if (line.trim()) yield { value: parseLine(line), start: start + begin, end: start + end + 1 };
        begin = end + 1;
      }
      start += begin;
      rest = bytes.subarray(begin);
      if (rest.length > maxLineBytes) throw unreadable();
    }
    const last = file.isPart ? '' : rest.toString('utf8');
    if (last.trim()) yield { value: parseLine(last), start, end: start + rest.length };
  } finally {
    abort.abort();
  }
}

async function* chunksFrom(
  settings: ShopifySettings,
  url: string,
  from: number,
  abort: AbortController,
): AsyncGenerator<Uint8Array> {
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await beforeSilence(settings, abort, () => settings.fetch(url, { headers, signal: abort.signal }));
  if (response.status === rangeNotSatisfiable && from > 0) return;
  if (!response.ok || !response.body) {
    // The address works for seven days.
    const isGone = response.status >= 400 && response.status < 500 && response.status !== tooManyRequests;
    throw isGone
      ? new PlatformError('rejected', 'Shopify’s export has expired.', { platformWords: `HTTP ${response.status}` })
      : new PlatformError('unavailable', `Shopify’s export could not be fetched (${response.status}).`);
  }
  // A server may ignore the range and send the whole file.
  let skip = response.status === partialContent ? 0 : from;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await beforeSilence(settings, abort, () => reader.read());
    if (done) return;
    if (skip < value.length) yield value.subarray(skip);
    skip = Math.max(0, skip - value.length);
  }
}

const partialContent = 206;
const rangeNotSatisfiable = 416;
const tooManyRequests = 429;

async function beforeSilence<T>(settings: ShopifySettings, abort: AbortController, step: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => abort.abort(new Error('The connection went quiet.')), settings.timeoutMs);
  try {
    return await step();
  } catch (cause) {
    throw new PlatformError('unavailable', 'Shopify’s export stopped before the end.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

function parseLine(line: string): unknown {
  const value = jsonOf(line);
  if (value === undefined) throw unreadable();
  return value;
}

const unreadable = (): PlatformError =>
  new PlatformError('unavailable', 'Shopify’s export contains an unreadable line.');
