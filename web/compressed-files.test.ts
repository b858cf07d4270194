import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { compressTexts } from './compressed-files.ts';

it('each script and style of a build is there compressed too, but no font and no small file', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = 'export const word = "parcel";\n'.repeat(100);
  for (const name of ['page.js', 'page.css', 'font.woff2']) writeFileSync(path.join(folder, name), script);
  writeFileSync(path.join(folder, 'small.js'), 'export {}');
  await compressTexts(folder);
  const read = (name: string): Buffer => readFileSync(path.join(folder, name));
  expect(readdirSync(folder).toSorted()).toEqual([
    'font.woff2',
    'page.css',
    'page.css.br',
    'page.css.gz',
    'page.js',
    'page.js.br',
    'page.js.gz',
    'small.js',
  ]);
  expect(brotliDecompressSync(read('page.js.br')).toString()).toBe(script);
  expect(gunzipSync(read('page.css.gz')).toString()).toBe(script);
});
