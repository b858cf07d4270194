import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const MAX_FILES = 30;

const files = globSync('**/*.ts', { cwd: import.meta.dirname });

/** The folders that the files of each folder import; tests may import from anywhere. */
function folderImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    const folder = path.dirname(file);
    const targets = imports.get(folder) ?? new Set<string>();
    imports.set(folder, targets);
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    for (const [, specifier = ''] of source.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const target = path.dirname(path.join(folder, specifier));
      if (target !== folder) targets.add(target);
    }
  }
  return imports;
}

function reachableFrom(folder: string, imports: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [...(imports.get(folder) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(imports.get(next) ?? []));
  }
  return reached;
}

test('no folder of the sandbox imports itself through other folders', () => {
  const imports = folderImports();
  expect(imports.size).toBeGreaterThan(10);
  expect([...imports.keys()].filter((folder) => reachableFrom(folder, imports).has(folder))).toEqual([]);
});

test('no folder of the sandbox has more than 30 files', () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});
