import { existsSync } from 'node:fs';
import path from 'node:path';

/** A row of docs/spec-coverage.md. */
type CoverageRow = {
  id: string;
  /** The number of the heading that it is under. */
  section: string | undefined;
  cells: string[];
};

const columns = ['Id', 'Requirement', 'Built in', 'Proved by'];
const sections = ['2', '3', '4', '5', '6', '7', '8', '9'];

/** All that is wrong with the document, each with the id of its row: empty cells, and files that do not exist. */
export function coverageProblems(root: string, document: string): string[] {
  const rows = coverageRows(document);
  return [
    ...sections
      .filter((one) => rows.every(({ section }) => section !== one))
      .map((one) => `Section ${one} has no rows.`),
    ...orderProblems(rows),
    ...rows.flatMap((row) => rowProblems(root, row).map((problem) => `${row.id}: ${problem}`)),
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

function rowProblems(root: string, row: CoverageRow): string[] {
  const empty = cellProblems(row);
  if (empty.length > 0) return empty;
  const [, , built, proof] = row.cells;
  return [
    ...fileProblems(root, built, /\.\w+$/, 'file'),
    ...fileProblems(root, proof, /\.(?:test|spec)\.ts$/, 'test file'),
  ];
}

function cellProblems({ cells }: CoverageRow): string[] {
  if (cells.length !== columns.length) return [`the row has ${cells.length} cells instead of ${columns.length}.`];
  return columns.filter((_, index) => cells[index] === '').map((column) => `“${column}” is empty.`);
}

/** Files are in backticks, one after the other. */
function fileProblems(root: string, cell: string | undefined, name: RegExp, kind: string): string[] {
  return partsOf(cell).flatMap((part) => {
    const file = /^`([^`]+)`$/.exec(part)?.[1];
    if (file === undefined || !name.test(file)) return [`“${part}” is not a ${kind} in backticks.`];
    return existsSync(path.join(root, file)) ? [] : [`${file} does not exist.`];
  });
}

const partsOf = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split('<br>')
    .map((part) => part.trim())
    .filter((part) => part !== '');
