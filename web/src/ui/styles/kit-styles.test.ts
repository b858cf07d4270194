import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../..', import.meta.url));
const kit = path.dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')));

test('the styles of every component that we use are in kit-styles.css, and no others', () => {
  expect(importedStyles()).toEqual(stylesInKitOrder([...usedModules()].flatMap(componentOf)));
});

function importedStyles(): string[] {
  const sheet = readFileSync(path.join(source, 'ui/styles/kit-styles.css'), 'utf8');
  const names = [...sheet.matchAll(/@import '@mantine\/core\/styles\/(\w+)\.layer\.css'/g)].flatMap(
    ([, name]) => name ?? [],
  );
  return names.filter((name) => name !== 'baseline' && name !== 'global');
}

/** Mantine's modules that our imports reach, without its shared core. */
function usedModules(): Set<string> {
  const entry = path.join(kit, 'esm/index.mjs');
  const files = new Map(
    [...readFileSync(entry, 'utf8').matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(
      ([, names = '', file = '']) =>
        names.split(',').map((name): [string, string] => [name.trim(), path.join(kit, 'esm', file)]),
    ),
  );
  const open = usedNames().flatMap((name) => files.get(name) ?? []);
  const seen = new Set<string>();
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/^import .* from "(\.[^"]+)"/gm)) {
      open.push(path.join(path.dirname(file), imported));
    }
  }
  return seen;
}

function usedNames(): string[] {
  const imports = globSync('**/*.{ts,tsx}', { cwd: source })
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
    .flatMap((code) => [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  return imports.flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );
}

const componentOf = (file: string): string[] => /\/(\w+)\.module\.mjs$/.exec(file)?.slice(1) ?? [];

/** Mantine's own order, in which later styles override earlier ones. */
function stylesInKitOrder(components: string[]): string[] {
  const whole = readFileSync(path.join(kit, 'styles.layer.css'), 'utf8');
  const placeOf = (name: string): number => {
    const first = /\.m_[0-9a-z]+/.exec(readFileSync(path.join(kit, 'styles', `${name}.css`), 'utf8'))?.[0] ?? '';
    return whole.indexOf(first);
  };
  return [...new Set(components)].toSorted((one, other) => placeOf(one) - placeOf(other));
}
