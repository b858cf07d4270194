import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './stack/program.ts';

const documents = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...globSync('docs/**/*.md', { cwd: root })];

/** Paths in documents start at the root, or in a folder that readers of the document know. */
const startingPoints = ['', 'server/src', 'server', 'web/src', 'sandbox/src', 'contract/src', 'docs', 'docs/decisions'];

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
