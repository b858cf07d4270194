import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { guidePages } from '../../lib/guide-pages.ts';
import { guideSections } from './guide-sections.ts';
import { guideImage, guideText } from './guide-texts.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const guide = path.join(root, 'docs/guide');
const textOf = (page: string): string => readFileSync(path.join(guide, `${page}.md`), 'utf8');
const pages = guidePages.map(({ page }) => page);

/** All `page#heading` that a link can lead to. */
const topics = new Set(
  pages.flatMap((page) => guideSections(textOf(page)).map(({ anchor }) => (anchor ? `${page}#${anchor}` : page))),
);

test('docs/guide holds the ten pages of the navigation, and no others', () => {
  expect(globSync('*.md', { cwd: guide }).toSorted()).toEqual(pages.map((page) => `${page}.md`).toSorted());
});

test.each(pages)('the dashboard has the text of %s and the addresses of its images', (page) => {
  expect(guideText(page)).toBe(textOf(page));
  const images = [...textOf(page).matchAll(/\]\((images\/[\w-]+\.webp)\)/g)].map(([, name = '']) => name);
  expect(images.filter((name) => !guideImage(name).src)).toEqual([]);
});

test.each(pages)('every link between pages in %s leads to a heading that exists', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?:([\w-]+)\.md)?(?:#([\w-]+))?\)/g)].map(([, to = page, hash]) =>
    hash ? `${to}#${hash}` : to,
  );
  expect(links.filter((link) => !topics.has(link))).toEqual([]);
});

test.each(pages)('every link from %s into the dashboard leads to a page that exists', (page) => {
  const links = [...textOf(page).matchAll(/\]\((\/[^)#]*)\)/g)].map(([, link = '']) => link);
  const routes = [...routeFiles().matchAll(/getParentRoute: \(\) => dashboard,\s*path: '([^']+)'/g)];
  const addresses = new Set(routes.map(([, address]) => `/dashboard${address}`));
  expect(addresses.size).toBeGreaterThan(20);
  expect(links.filter((link) => !addresses.has(link))).toEqual([]);
});

test.each(pages)('every image in %s exists, and has a text that describes it', (page) => {
  const images = [...textOf(page).matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)];
  const bad = images.filter(([, alt = '', name = '']) => alt.length < 15 || !existsSync(path.join(guide, name)));
  expect(bad.map(([image]) => image)).toEqual([]);
});

test('the screenshots have known sizes, are all used, and stay under 1.5 MB together', () => {
  const sizes = z
    .record(z.string(), z.object({ width: z.number(), height: z.number() }))
    .parse(JSON.parse(readFileSync(path.join(guide, 'images/sizes.json'), 'utf8')));
  const images = globSync('*.webp', { cwd: path.join(guide, 'images') }).toSorted();
  const used = pages.flatMap((page) => [...textOf(page).matchAll(/\(images\/([^)]*)\)/g)].map(([, name]) => name));
  expect(Object.keys(sizes).toSorted()).toEqual(images);
  expect([...new Set(used)].toSorted()).toEqual(images);
  const bytes = images.map((name) => readFileSync(path.join(guide, 'images', name)).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_500_000);
});

test('the help links of the screens lead to headings that exist', () => {
  const links = [...sources().matchAll(/\bhelp="([^"]+)"/g)].map(([, topic = '']) => topic);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((topic) => !topics.has(topic))).toEqual([]);
});

const screens = sources()
  .replaceAll('&amp;', '&')
  .replaceAll(/\{' '\}|<\/?strong>/g, '')
  .replaceAll(/\s+/g, ' ');

/** In the docs, bold marks a text on a screen; `…` is a name or a number in it. */
test.each(pages)('every text in bold in %s is a text of the product', (page) => {
  const bold = [...textOf(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text);
  const unknown = bold.filter((text) => text.split('…').some((part) => !screens.includes(part.trim())));
  expect(unknown).toEqual([]);
});

const routeFiles = (): string =>
  globSync('web/src/routes/*.tsx', { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');

/** The dashboard, the contract and the server: all texts that people see. */
function sources(): string {
  return globSync(['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts', 'server/src/**/*.ts'], { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
}
