import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importsOf, sourceFiles, violations } from './import-rules.ts';
import { fileCycles, folderCycles } from './import-cycles.ts';
import { root } from './stack/program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'courierdesk-imports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the sources follow the import rules', () => {
  expect(violations(importsOf(root, sourceFiles(root)))).toEqual([]);
});

describe('a forbidden import is found', () => {
  test.each([
    ['contract/src/money.ts', '../../server/src/base/errors.ts'],
    ['server/src/base/context.ts', '../../../web/src/theme.ts'],
    ['server/src/base/context.ts', '@courierdesk/sandbox/src/faults.ts'],
    ['web/src/main.tsx', '../../server/src/base/errors.ts'],
    ['sandbox/src/main.ts', '../../server/src/ids.ts'],
    ['e2e/booking.spec.ts', '../server/src/ids.ts'],
    ['bench/orders.ts', '../server/src/ids.ts'],
    ['server/src/app/main.ts', '../../../scripts/demo/fill-demo.ts'],
    ['scripts/start.ts', '../sandbox/src/sandbox.ts'],
    ['server/src/adapters/couriers/tcs/adapter.ts', '../../../dispatch/booking/book-shipment.ts'],
    ['server/src/adapters/couriers/http.ts', '../../base/db/client.ts'],
    ['server/src/adapters/platforms/shopify/client.ts', '../../../shop/shops/queries.ts'],
    ['server/src/base/db/client.ts', '../../shop/shops/queries.ts'],
    ['server/src/base/context.ts', '../adapters/platforms/shopify/client.ts'],
    ['server/src/adapters/platforms/platform.ts', './shopify/scopes.ts'],
    ['server/src/store-app/webhooks/receive-webhook.ts', '../../adapters/platforms/shopify/webhooks.ts'],
    ['server/src/store-app/webhooks/webhooks.test.ts', '../../adapters/platforms/shopify/webhooks.ts'],
    ['server/src/testing/installed-store.ts', '../adapters/platforms/shopify/scopes.ts'],
    ['scripts/demo/fill-shop.ts', '../../server/src/adapters/platforms/shopify/scopes.ts'],
    ['server/src/shop/shops/install-shop.ts', '../../people/users/create-user.ts'],
    ['server/src/dispatch/booking/book-shipment.ts', './routes.ts'],
    ['server/src/dispatch/booking/book-shipment.ts', '../batches/jobs.ts'],
    ['server/src/dispatch/batches/book-row.ts', '../booking/queries.ts'],
    ['server/src/dispatch/booking/routes.ts', '../../app/app.ts'],
    ['web/src/pages/orders/orders-page.tsx', '../accounts/accounts-page.tsx'],
    ['server/src/adapters/couriers/http.ts', './scripted-courier.testing.ts'],
    ['server/src/app/app.ts', '../testing/test-server.ts'],
    ['web/src/ui/table/data-table.tsx', '../../pages/orders/orders-page.tsx'],
    ['web/src/ui/table/data-table.tsx', '../../shipments/status-badge.tsx'],
    ['web/src/ui/table/data-table.tsx', '../../api/accounts.ts'],
    ['web/src/parts/shipments/status-badge.tsx', '../../pages/orders/orders-page.tsx'],
    ['web/src/api/accounts.ts', '../ui/toast.ts'],
    ['web/src/lib/dates.ts', '../api/accounts.ts'],
    ['web/src/pages/orders/orders-page.tsx', '../../routes.tsx'],
    ['web/src/pages/orders/orders-page.tsx', '../../routes/parcel-routes.tsx'],
  ])('%s imports %s', (file, specifier) => {
    write(file, `import { x } from '${specifier}';\nexport const y = x;\n`);
    expect(violations(importsOf(folder, sourceFiles(folder))).map((violation) => violation.file)).toContain(file);
  });
});

describe('an allowed import passes', () => {
  test.each([
    ['server/src/app/app.ts', '../dispatch/booking/routes.ts'],
    ['server/src/dispatch/booking/book-shipment.ts', '../../adapters/couriers/courier.ts'],
    ['server/src/dispatch/booking/book-shipment.ts', './queries.ts'],
    ['server/src/base/create-platform.ts', '../adapters/platforms/shopify/platform.ts'],
    ['server/src/adapters/platforms/shopify/oauth.ts', './http.ts'],
    ['server/src/store-app/webhooks/receive-webhook.ts', '../../adapters/platforms/platform.ts'],
    ['server/src/dispatch/booking/book-shipment.test.ts', '../../app/app.ts'],
    ['server/src/adapters/couriers/conformance.test.ts', './conformance.testing.ts'],
    ['server/src/adapters/couriers/tcs/adapter.test.ts', '../../../testing/stack.ts'],
    ['server/src/testing/test-server.ts', '../../../scripts/postgres/free-port.ts'],
    ['scripts/demo/fill-demo.ts', '../../server/src/shop/shops/install-shop.ts'],
    ['web/src/routes.tsx', './routes/parcel-routes.tsx'],
    ['web/src/routes/parcel-routes.tsx', '../pages/orders/orders-page.tsx'],
    ['web/src/pages/orders/orders-page.tsx', './list/order-columns.tsx'],
    ['web/src/pages/orders/list/order-columns.tsx', '../../../shipments/status-badge.tsx'],
    ['web/src/parts/shipments/status-badge.tsx', '../ui/tone-badge.tsx'],
    ['web/src/pages/orders/orders-page.tsx', '@courierdesk/contract/shipments'],
    ['e2e/booking.spec.ts', '@courierdesk/contract/shipments'],
  ])('%s imports %s', (file, specifier) => {
    write(file, `import { x } from '${specifier}';\nexport const y = x;\n`);
    expect(violations(importsOf(folder, sourceFiles(folder)))).toEqual([]);
  });
});

describe('files that import each other', () => {
  const cycles = () => fileCycles(importsOf(folder, sourceFiles(folder)));

  test('no files import each other', () => {
    expect(fileCycles(importsOf(root, sourceFiles(root)))).toEqual([]);
  });

  test('files that import each other are found, and the circle is printed', () => {
    write('web/src/ui/table.tsx', `import { x } from './cell.tsx';\nexport const y = x;\n`);
    write('web/src/ui/cell.tsx', `import { z } from './width.ts';\nexport const x = z;\n`);
    write('web/src/ui/width.ts', `import { y } from './table.tsx';\nexport const z = y;\n`);
    expect(cycles()).toEqual([
      'Files import each other: web/src/ui/cell.tsx → web/src/ui/width.ts → web/src/ui/table.tsx → web/src/ui/cell.tsx',
    ]);
  });

  test.each(['server/src/base', 'web/src/ui', 'contract/src', 'sandbox/src', 'scripts', 'e2e', 'bench/src'])(
    'files of %s that import each other are found, although one imports only a type',
    (place) => {
      write(`${place}/one.ts`, `import { x } from './other.ts';\nexport type One = 1;\nexport const y = x;\n`);
      write(`${place}/other.ts`, `import type { One } from './one.ts';\nexport const x: One = 1;\n`);
      expect(cycles()).toHaveLength(1);
    },
  );

  test('files that import each other are found when one imports the other while it runs', () => {
    write('server/src/base/one.ts', `export const y = () => import('./other.ts');\n`);
    write('server/src/base/other.ts', `import { y } from './one.ts';\nexport const x = y;\n`);
    expect(cycles()).toHaveLength(1);
  });

  test('files that support tests are found when they import each other', () => {
    write('server/src/testing/one.ts', `import { x } from '../base/other.testing.ts';\nexport const y = x;\n`);
    write('server/src/base/other.testing.ts', `import type { y } from '../testing/one.ts';\nexport type x = y;\n`);
    expect(cycles()).toHaveLength(1);
  });

  test('files may import the same file', () => {
    write('web/src/ui/table.tsx', `import { z } from './width.ts';\nexport const y = z;\n`);
    write('web/src/ui/cell.tsx', `import { z } from './width.ts';\nexport const x = z;\n`);
    write('web/src/ui/width.ts', 'export const z = 1;\n');
    expect(cycles()).toEqual([]);
  });
});

describe('folders that import each other', () => {
  const cycles = () => folderCycles(importsOf(folder, sourceFiles(folder)));

  test('no folders import each other', () => {
    expect(folderCycles(importsOf(root, sourceFiles(root)))).toEqual([]);
  });

  test('folders that import each other are found, and the circle and its imports are printed', () => {
    write(
      'server/src/dispatch/batches/book-row.ts',
      `import { a } from '../booking/book-shipment.ts';\nexport const y = a;\n`,
    );
    write(
      'server/src/dispatch/booking/book-shipment.ts',
      `import type { b } from './price.ts';\nexport const a: b = 1;\n`,
    );
    write('server/src/dispatch/booking/price.ts', `import type { c } from '../cities/city.ts';\nexport type b = c;\n`);
    write('server/src/dispatch/cities/city.ts', `export type { c } from '../batches/row.ts';\n`);
    write('server/src/dispatch/batches/row.ts', 'export type c = number;\n');
    expect(cycles()).toEqual([
      [
        'Folders import each other: server/src/dispatch/batches → server/src/dispatch/booking → server/src/dispatch/cities → server/src/dispatch/batches',
        '  server/src/dispatch/batches/book-row.ts imports server/src/dispatch/booking/book-shipment.ts',
        '  server/src/dispatch/booking/price.ts imports server/src/dispatch/cities/city.ts',
        '  server/src/dispatch/cities/city.ts imports server/src/dispatch/batches/row.ts',
      ].join('\n'),
    ]);
  });

  test('folders that import each other are found when one lies in the other', () => {
    write('web/src/ui/table.tsx', `import { x } from './cells/cell.tsx';\nexport const y = x;\n`);
    write('web/src/ui/cells/cell.tsx', `import { z } from '../width.ts';\nexport const x = z;\n`);
    write('web/src/ui/width.ts', 'export const z = 1;\n');
    expect(cycles()).toHaveLength(1);
  });

  test('folders that import each other are found when a file of a room is between them', () => {
    write('server/src/base/context.ts', `import { x } from './db/client.ts';\nexport const y = x;\n`);
    write('server/src/base/db/client.ts', `import type { y } from '../context.ts';\nexport const x: y = 1;\n`);
    expect(cycles()).toHaveLength(1);
  });

  test('tests may import in a circle, and folders may share files of a room', () => {
    write('server/src/dispatch/batches/book.test.ts', `import { a } from '../booking/book.ts';\nexport const y = a;\n`);
    write('server/src/dispatch/booking/book.ts', `import { b } from '../batches/row.ts';\nexport const a = b;\n`);
    write('server/src/dispatch/batches/row.ts', `import { id } from '../../base/ids.ts';\nexport const b = id;\n`);
    write('server/src/base/ids.ts', 'export const id = 1;\n');
    expect(cycles()).toEqual([]);
  });
});

describe('the linter refuses', () => {
  test.each([
    ['I/O in the contract', 'contract/src/money.ts', `import fs from 'node:fs';\nexport const y = fs;\n`],
    ['a call of the network in the contract', 'contract/src/money.ts', `export const y = () => fetch('/');\n`],
    [
      'another workspace',
      'server/src/base/context.ts',
      `import { x } from '@courierdesk/sandbox/x';\nexport const y = x;\n`,
    ],
    [
      'the queue outside of jobs',
      'server/src/shop/shops/jobs.ts',
      `import { x } from 'pg-boss';\nexport const y = x;\n`,
    ],
    [
      'a database in a courier',
      'server/src/adapters/couriers/http.ts',
      `import { x } from 'kysely';\nexport const y = x;\n`,
    ],
    ['the environment outside of the config', 'server/src/base/context.ts', `export const y = process.env.PORT;\n`],
    ['any', 'server/src/base/context.ts', `export const y = (x: any) => x;\n`],
    ['a non-null assertion', 'server/src/base/context.ts', `export const y = (x: string | null) => x!.length;\n`],
    ['a default export', 'server/src/base/context.ts', `export default 1;\n`],
    [
      'a promise without await',
      'server/src/base/context.ts',
      `const f = async (): Promise<void> => undefined;\nexport const y = (): void => {\n  f();\n};\n`,
    ],
    [
      'a test that expects nothing',
      'server/src/ids.test.ts',
      `import { test } from 'vitest';\ntest('nothing', () => undefined);\n`,
    ],
    [
      'a test that expects just anything',
      'server/src/ids.test.ts',
      `import { expect, test } from 'vitest';\ntest('it', () => {\n  expect(Math.random()).toBeDefined();\n});\n`,
    ],
    [
      'an arrow function with statements at the top of a file',
      'server/src/ids.ts',
      'export const twice = (one: number): number => {\n  const two = one * 2;\n  return two;\n};\n',
    ],
  ])('%s', (_name, file, source) => {
    write(file, source);
    expect(lints(file)).toBe(false);
  });

  test('nothing in a plain file', () => {
    write('server/src/base/context.ts', 'export const y = 1;\n');
    expect(lints('server/src/base/context.ts')).toBe(true);
  });
});

function write(file: string, source: string): void {
  const whole = path.join(folder, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, source);
}

function lints(file: string): boolean {
  mkdirSync(path.join(folder, 'scripts'), { recursive: true });
  for (const own of ['.oxlintrc.json', 'scripts/function-style.mjs'])
    copyFileSync(path.join(root, own), path.join(folder, own));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', types: [] } }));
  return spawnSync('oxlint', ['--type-aware', file], { cwd: folder }).status === 0;
}
