import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { testsIn } from './tests-in-source.ts';

/** A row of docs/spec-coverage.md. */
export type CoverageRow = {
  id: string;
  /** The number of the heading that it is under. */
  section: string | undefined;
  cells: string[];
};

const columns = ['Id', 'Requirement', 'Built in', 'Proved by'];
const sections = ['2', '3', '4', '5', '6', '7', '8', '9'];

/** All that is wrong with the document, each with the id of its row: empty cells, and files and tests that do not exist. */
export function coverageProblems(root: string, document: string): string[] {
  const rows = coverageRows(document);
  const titles = new Map<string, string[][]>();
  const testsOf = (file: string): string[][] => {
    const known = titles.get(file) ?? testsIn(parseAst(readFileSync(path.join(root, file), 'utf8'), { lang: 'ts' }));
    titles.set(file, known);
    return known;
  };
  return [
    ...sections
      .filter((one) => rows.every(({ section }) => section !== one))
      .map((one) => `Section ${one} has no rows.`),
    ...orderProblems(rows),
    ...rows.flatMap((row) => rowProblems(root, row, testsOf).map((problem) => `${row.id}: ${problem}`)),
  ];
}

export function coverageRows(document: string): CoverageRow[] {
  const rows: CoverageRow[] = [];
  let section: string | undefined;
  for (const line of document.split('\n')) {
    section = /^## (\d+)\./.exec(line)?.[1] ?? (line.startsWith('## ') ? undefined : section);
    if (!/^\| *\d/.test(line)) continue;
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll('\\|', '|').trim());
    rows.push({ id: cells[0] ?? '', section, cells });
  }
  return rows;
}

function orderProblems(rows: readonly CoverageRow[]): string[] {
  return rows.flatMap(({ id, section }, index) => {
    const [chapter, place] = id.split('.').map(Number);
    const [chapterBefore, placeBefore] = (rows[index - 1]?.id ?? '0.0').split('.').map(Number);
    if (!/^\d+\.\d+$/.test(id)) return [`${id}: the id is not like 2.14.`];
    if (String(chapter) !== section) return [`${id}: the row is in section ${section ?? 'none'}.`];
    const isNext =
      chapter === chapterBefore ? Number(place) > Number(placeBefore) : Number(chapter) > Number(chapterBefore);
    return isNext ? [] : [`${id}: the id comes after ${rows[index - 1]?.id}.`];
  });
}

function rowProblems(root: string, row: CoverageRow, testsOf: (file: string) => string[][]): string[] {
  const empty = cellProblems(row);
  return empty.length > 0 ? empty : [...builtProblems(root, row), ...proofProblems(root, row, testsOf)];
}

function cellProblems({ cells }: CoverageRow): string[] {
  if (cells.length !== columns.length) return [`the row has ${cells.length} cells instead of ${columns.length}.`];
  return columns.filter((_, index) => cells[index] === '').map((column) => `“${column}” is empty.`);
}

/** Files are in backticks, one after the other. */
function builtProblems(root: string, { cells }: CoverageRow): string[] {
  const files = partsOf(cells[2]).map((part) => ({ part, file: /^`([^`]+)`$/.exec(part)?.[1] }));
  return files.flatMap(({ part, file }) => {
    if (file === undefined) return [`“${part}” is not a file in backticks.`];
    return existsSync(path.join(root, file)) ? [] : [`${file} does not exist.`];
  });
}

/** A file in backticks, then the title of its test, or a part that only this test has. */
function proofProblems(root: string, { cells }: CoverageRow, testsOf: (file: string) => string[][]): string[] {
  return partsOf(cells[3]).flatMap((part) => {
    const [, file = '', title = ''] = /^`([^`]+\.(?:test|spec)\.ts)` (.+)$/.exec(part) ?? [];
    if (title === '') return [`“${part}” is not a test file in backticks and the title of a test.`];
    if (!existsSync(path.join(root, file))) return [`${file} does not exist.`];
    const matching = testsOf(file).filter((names) => names.some((name) => name.includes(title)));
    if (matching.length === 1) return [];
    return [`${file} has ${matching.length === 0 ? 'no test' : `${matching.length} tests`} “${title}”.`];
  });
}

const partsOf = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split('<br>')
    .map((part) => part.trim())
    .filter((part) => part !== '');
