import { PlatformError } from '../platform.ts';
import { jsonOf } from './http.ts';
import type { ShopifySettings } from './settings.ts';

/**
 * The values of a JSONL file, as they arrive. Lines end with LF alone: JSON texts may hold other line separators.
 * A silent connection is given up after `timeoutMs`; how slowly the reader takes the values does not count.
 */
export async function* readJsonLines(settings: ShopifySettings, url: string): AsyncGenerator<unknown> {
  const abort = new AbortController();
  try {
    let rest = '';
    for await (const chunk of textChunks(settings, url, abort)) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim()) yield parseLine(line);
    }
    if (rest.trim()) yield parseLine(rest);
  } finally {
    abort.abort();
  }
}

async function* textChunks(settings: ShopifySettings, url: string, abort: AbortController): AsyncGenerator<string> {
  const response = await beforeSilence(settings, abort, () => settings.fetch(url, { signal: abort.signal }));
  if (!response.ok || !response.body) {
    throw new PlatformError('unavailable', `Shopify’s export could not be fetched (${response.status}).`);
  }
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await beforeSilence(settings, abort, () => reader.read());
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

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
  if (value === undefined) throw new PlatformError('unavailable', 'Shopify’s export contains an unreadable line.');
  return value;
}
