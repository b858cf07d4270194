import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { sourceFiles } from './import-rules.ts';
import { root } from './stack/program.ts';

const Expression = z.object({ pattern: z.string(), flags: z.string() });

/** Every regular expression literal in a file. */
function expressionsIn(file: string, source: string): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('type' in node && node.type === 'Literal' && 'regex' in node) found.push(Expression.parse(node.regex));
    else for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file));
  return found;
}

const slowIn = (file: string, source: string): string[] =>
  expressionsIn(file, source)
    .filter(({ pattern, flags }) => analyse({ source: pattern, flags }).reports.length > 0)
    .map(({ pattern, flags }) => `${file}: /${pattern}/${flags}`);

test('no regular expression takes more than linear time on any text', () => {
  const files = sourceFiles(root).filter(
    (file) => /^(server|contract|sandbox|web)\/src\//.test(file) && !/\.test\.|\.testing\.|\/testing\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => slowIn(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test.each([['/<[^>]*>/g'], ['/\\s+$/'], ['/^(a+)+$/'], ['/^[^@]+@[^@]+\\.[^@]+$/']])('%s is found', (expression) => {
  expect(slowIn('one.ts', `text.replace(${expression}, '')`)).toEqual([`one.ts: ${expression}`]);
});
