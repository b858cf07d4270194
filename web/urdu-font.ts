import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The characters of Urdu: letters with their Arabic twins that keyboards mix in, marks, punctuation, digits, joiners. */
export const urduCharacters = [
  'ءآأؤإئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھۂۃیےۓۀيىكهة',
  '\u064B\u064C\u064D\u064E\u064F\u0650\u0651\u0652\u0653\u0654\u0656\u0657\u0670',
  '،؛؟۔٪٫٬ـ',
  '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
  '\u200C\u200D',
].join('');

const folder = fileURLToPath(new URL('./.cache/urdu-font', import.meta.url));

/**
 * Makes fonts with the characters of Urdu alone, a quarter of the whole ones, for the tracking page. A stylesheet gets
 * them as `urdu-font/urdu-400.woff2` and `urdu-font/urdu-700.woff2`.
 */
export function urduFont(): Plugin {
  return {
    name: 'courierdesk:urdu-font',
    async config() {
      mkdirSync(folder, { recursive: true });
      for (const weight of [400, 700]) writeFileSync(`${folder}/urdu-${weight}.woff2`, await urduFontOf(weight));
      return { resolve: { alias: { 'urdu-font': folder } } };
    },
  };
}

export function urduFontOf(weight: number): Promise<Buffer> {
  const file = `@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-${weight}-normal.woff2`;
  const whole = readFileSync(createRequire(import.meta.url).resolve(file));
  return subsetFont(whole, urduCharacters, { targetFormat: 'woff2' });
}
