import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { urduCharacters, urduFontOf } from '../../urdu-font.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = [
  'web/src/tracking/*.ts*',
  'contract/src/shipments/public-tracking.ts',
  'server/src/adapters/couriers/**/*.ts',
];

/** Characters that the browser takes from Noto Naskh Arabic: those of its unicode-range. */
function rangeOf(stylesheet: string, url: RegExp): Set<number> {
  const face = stylesheet.split('@font-face').find((rule) => url.test(rule)) ?? '';
  const [, ranges = ''] = /unicode-range:([^;]+);/.exec(face) ?? [];
  const all = ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g);
  return new Set(
    [...all].flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
    }),
  );
}
const stylesheet = readFileSync(`${root}/web/src/tracking/urdu-font.css`, 'utf8');
const urdu = rangeOf(stylesheet, /urdu-400/);

test('the small Urdu font has every character that our Urdu texts and words of couriers use', () => {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const texts = files
    .filter((file) => !/\.test(ing)?\./.test(file))
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('');
  const used = new Set(texts.match(/[\u0600-\u06FF\u200C\u200D]/g));
  expect(used.size).toBeGreaterThan(40);
  expect([...used].filter((character) => !urdu.has(character.codePointAt(0) ?? 0))).toEqual([]);
});

test('the browser takes from it what it has, and the rest of the Arabic script from the whole font', () => {
  expect(
    [...urduCharacters].map((character) => character.codePointAt(0)).filter((code) => !urdu.has(code ?? 0)),
  ).toEqual([]);
  expect(urdu.size).toBe(new Set(urduCharacters).size);
  expect(rangeOf(stylesheet, /urdu-700/)).toEqual(urdu);
  for (const weight of [400, 700]) {
    const rest = rangeOf(stylesheet, new RegExp(`arabic-${weight}-normal`));
    expect(rest.size).toBeGreaterThan(500);
    expect([...rest].filter((code) => urdu.has(code))).toEqual([]);
  }
});

test('it is less than a third of the whole font', async () => {
  for (const weight of [400, 700]) expect((await urduFontOf(weight)).length).toBeLessThan(17_000);
});
