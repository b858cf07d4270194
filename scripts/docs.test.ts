import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './import-rules.ts';
import { root } from './stack/program.ts';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('*/README.md', { cwd: root }),
  ...globSync('docs/**/*.md', { cwd: root }),
];

/** Paths in documents start at the root, or in a folder that readers of the document know. */
const startingPoints = [
  '',
  'server/src',
  'server',
  'web/src',
  'web',
  'sandbox/src',
  'contract/src',
  'docs',
  'docs/decisions',
];

test.each(documents)('%s names only files that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const inCode = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|sql|md))`/g)];
  const inLinks = [...text.matchAll(/\]\((?!https?:|\/dashboard)([^)#]+)[^)]*\)/g)];
  const missing = [
    ...inCode.filter(([, name = '']) => !startingPoints.some((start) => existsSync(path.join(root, start, name)))),
    ...inLinks.filter(([, name = '']) => !existsSync(path.join(root, path.dirname(document), name))),
  ];
  expect(missing.map(([, name]) => name)).toEqual([]);
});

describe('records of decisions', () => {
  const folder = path.join(root, 'docs/decisions');
  const records = globSync('*.md', { cwd: folder })
    .filter((name) => name !== 'README.md')
    .toSorted();
  const dayOf = (name: string): string =>
    /^# .+\n\nDate: (\d{4}-\d{2}-\d{2})\. Status: /.exec(readFileSync(path.join(folder, name), 'utf8'))?.[1] ?? '';

  test('records of decisions are numbered without a gap', () => {
    const numbers = records.map((_, index) => String(index + 1).padStart(4, '0'));
    expect(records.map((name) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])).toEqual(numbers);
  });

  test('records of decisions have a title, a date that is not in the future, and a status', () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(records.filter((name) => dayOf(name) === '' || dayOf(name) > today)).toEqual([]);
  });

  test('comments cite only records of decisions that exist', () => {
    const numbers = new Set(records.map((name) => name.slice(0, 4)));
    const sources = globSync('*/{src,migrations}/**/*.{ts,tsx,sql}', { cwd: root });
    const missing = sources.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/docs\/decisions\/(\w{4})/g)]
        .filter(([, number = '']) => !numbers.has(number))
        .map(([cited]) => `${file}: ${cited}`),
    );
    expect(missing).toEqual([]);
  });

  test('no record of a decision is older than the one before it', () => {
    const older = records.filter((name, index) => dayOf(name) < dayOf(records[index - 1] ?? name));
    expect(older).toEqual([]);
  });

  test('the README of the decisions lists each record with its date and title', () => {
    const listed = readFileSync(path.join(folder, 'README.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ['))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(listed).toEqual(
      records.map((name) => {
        const [, title] = /^# (.+)/.exec(readFileSync(path.join(folder, name), 'utf8')) ?? [];
        return ['', `[${name.slice(0, 4)}](${name})`, dayOf(name), title, ''];
      }),
    );
  });
});

test('sources name only documents that exist, and headings that they have', () => {
  const sources = [...sourceFiles(root), ...globSync('server/migrations/*.sql', { cwd: root })];
  expect(sources.flatMap((source) => missingIn(source))).toEqual([]);
});

/** What a source names and the repository lacks: a document, or after it and a comma, a heading in quotes. */
function missingIn(source: string): string[] {
  const text = readFileSync(path.join(root, source), 'utf8').replace(/\n *(?:\*|\/\/|--) */g, ' ');
  return [...text.matchAll(/([\w./-]+\.md)\b(?:, ["“]([^"”]+)["”])?/g)].flatMap(([cited, name = '', heading]) => {
    const folders = ['', path.dirname(source), 'docs/guide'];
    const document = folders.map((folder) => path.join(root, folder, name)).find((file) => existsSync(file));
    const isThere = document && (heading === undefined || headingsOf(document).includes(heading));
    return isThere ? [] : [`${source}: ${cited}`];
  });
}

const headingsOf = (document: string): string[] =>
  [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
