import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const pack = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Fonts and pictures are compressed already. */
const isText = (file: string): boolean => /\.(?:m?js|css|svg)$/.test(file);

/** As much as fits into the first packets anyway. */
const smallest = 1024;

/**
 * Writes `x.js.br` and `x.js.gz` beside each text of a build. The server sends them as they are: it need not compress a script
 * again for each visitor, and the best compression, which takes a second for all of them, makes them smaller.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'courierdesk:compressed-files',
    writeBundle: ({ dir = '' }) => compressTexts(path.join(dir, 'assets')),
  };
}

export async function compressTexts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isText)) {
    const file = path.join(folder, name);
    if ((await stat(file)).size < smallest) continue;
    const text = await readFile(file);
    for (const [ending, compress] of Object.entries(pack)) await writeFile(file + ending, await compress(text));
  }
}
