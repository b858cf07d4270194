import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const libraries = ['pdfkit', '@cantoo/pdf-lib', 'bwip-js/node'];

const listImports = `
  import { registerHooks } from 'node:module';
  const imported = new Set();
  registerHooks({ resolve: (name, context, next) => (imported.add(name), next(name, context)) });
  await import(${JSON.stringify(new URL('../../app/app.ts', import.meta.url).href)});
  console.log(JSON.stringify([...imported]));`;

it('the libraries for PDFs and barcodes are not loaded before the first print', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', listImports]);
  const imported: unknown = JSON.parse(stdout);
  expect(imported).toContain('fastify');
  for (const library of libraries) expect(imported).not.toContain(library);
});
