import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coverageProblems, coverageRows } from './spec-coverage.ts';
import { root } from './stack/program.ts';

test('every row of docs/spec-coverage.md names files that exist', () => {
  const document = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8');
  expect(coverageRows(document).length).toBeGreaterThan(300);
  expect(coverageProblems(root, document)).toEqual([]);
});

describe('a fault is reported with the id of its row', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-coverage-'));
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src/list.ts'), '');
    writeFileSync(path.join(folder, 'src/list.test.ts'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const good = '`src/list.test.ts`';

  test('none in a right document', () => {
    expect(coverageProblems(folder, document({}))).toEqual([]);
  });

  test.each([
    [{ requirement: '' }, '“Requirement” is empty.'],
    [{ built: '' }, '“Built in” is empty.'],
    [{ proof: ' ' }, '“Proved by” is empty.'],
    [{ built: '`src/gone.ts`' }, 'src/gone.ts does not exist.'],
    [{ built: '`src/list.ts`<br>`src/gone.ts`' }, 'src/gone.ts does not exist.'],
    [{ built: 'in the list' }, '“in the list” is not a file in backticks.'],
    [{ proof: '`src/gone.test.ts`' }, 'src/gone.test.ts does not exist.'],
    [{ proof: '`src/list.ts`' }, '“`src/list.ts`” is not a test file in backticks.'],
    [{ proof: `${good} orders are sorted` }, '“`src/list.test.ts` orders are sorted” is not a test file in backticks.'],
    [{ proof: `${good}<br>\`src/gone.test.ts\`` }, 'src/gone.test.ts does not exist.'],
    [{ requirement: 'One | two' }, 'the row has 5 cells instead of 4.'],
  ])('%o', (given, problem) => {
    const [found = '', ...others] = coverageProblems(folder, document(given));
    expect(others).toEqual([]);
    expect(found.startsWith(`5.2: ${problem}`)).toBe(true);
  });

  test.each([
    ['5.1', '5.1: the id comes after 5.1.'],
    ['5.01', '5.01: the id comes after 5.1.'],
    ['6.2', '6.2: the row is in section 5.'],
    ['5.2a', '5.2a: the id is not like 2.14.'],
  ])('the id %s', (id, problem) => {
    expect(coverageProblems(folder, document({ id }))).toContain(problem);
  });

  test('a section without rows', () => {
    expect(coverageProblems(folder, document({}).replace(/\| 7\.1 .*\n/, ''))).toEqual(['Section 7 has no rows.']);
  });

  const row = (id: string, requirement = 'Orders', built = '`src/list.ts`', proof = good): string =>
    `| ${id} | ${requirement} | ${built} | ${proof} |`;

  /** A right document, but for what is given of row 5.2. */
  function document(given: { id?: string; requirement?: string; built?: string; proof?: string }): string {
    return [2, 3, 4, 5, 6, 7, 8, 9]
      .flatMap((section) => [
        `## ${section}. Part`,
        '| Id | Requirement | Built in | Proved by |',
        '| --- | --- | --- | --- |',
        row(`${section}.1`),
        ...(section === 5 ? [row(given.id ?? '5.2', given.requirement, given.built, given.proof)] : []),
        '',
      ])
      .join('\n');
  }
});
