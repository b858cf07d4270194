import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** A file and what it imports: a path from the root of the repository, or the name of a package. */
export type Import = {
  file: string;
  target: string;
};

/** An import that a rule forbids. */
type Violation = {
  why: string;
} & Import;

/** The sources below a root: paths from it, with forward slashes. */
export function sourceFiles(root: string): string[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/(^|\/)(node_modules|dist|dist-server)\//.test(file))
    .toSorted();
}

export function importsOf(root: string, files: readonly string[]): Import[] {
  return files.flatMap((file) =>
    targetsOf(file, readFileSync(path.join(root, file), 'utf8')).map((target) => ({ file, target })),
  );
}

export function violations(imports: readonly Import[]): Violation[] {
  return imports.flatMap(({ file, target }) =>
    rules.filter((rule) => rule.forbids(file, target)).map(({ why }) => ({ file, target, why })),
  );
}

const folders = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'];

/** The rooms of `server/src`: each uses only those before it. */
const rooms = ['adapters', 'base', 'shop', 'people', 'shipments', 'store', 'dispatch', 'insights', 'store-app', 'app'];

type Rule = {
  why: string;
  forbids(file: string, target: string): boolean;
};

const contractExports = z
  .object({ exports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../contract/package.json', import.meta.url), 'utf8'))).exports;

const shopify = /^server\/src\/adapters\/platforms\/shopify\//;
const webTop = /^web\/src\/(main\.tsx$|routes(\.tsx$|\/))/;
const isTest = /\.(test|testing)\.tsx?$|^server\/src\/testing\//;
const isTestSupport = /\.testing\.tsx?$|^server\/src\/testing\//;
const isServerTest = /^server\/src\/(testing\/|.*\.(test|testing)\.ts$)/;

const rules: Rule[] = [
  mayImportOnly('contract/ may import only contract/', /^contract\//, [/^contract\//]),
  mayImportOnly('server/ may import only server/ and contract/, its tests also scripts/', /^server\//, [
    /^(server|contract)\//,
  ]),
  mayImportOnly('web/ may import only web/ and contract/', /^web\//, [/^(web|contract)\//]),
  mayImportOnly('sandbox/ may import only sandbox/ and contract/', /^sandbox\//, [/^(sandbox|contract)\//]),
  mayImportOnly('e2e/ may import only e2e/, contract/ and scripts/', /^e2e\//, [/^(e2e|contract|scripts)\//]),
  mayImportOnly('bench/ may import only bench/, contract/ and scripts/', /^bench\//, [/^(bench|contract|scripts)\//]),
  mayImportOnly(
    'scripts/ may import only scripts/, server/, bench/ and contract/, and runs everything else as programs',
    /^scripts\/(?!.*\.test\.ts$)/,
    [/^(scripts|server|bench|contract)\//],
  ),
  {
    why: `rooms of the server import only rooms before them: ${rooms.join(', ')}`,
    forbids: (file, target) => !isTest.test(file) && placeOfRoom(file) > 0 && placeOfRoom(file) < placeOfRoom(target),
  },
  mayImportOnly('couriers/ may import only couriers/ and contract/', /^server\/src\/adapters\/couriers\//, [
    /^server\/src\/adapters\/couriers\//,
    /^contract\//,
  ]),
  mayImportOnly('platforms/ may import only platforms/ and contract/', /^server\/src\/adapters\/platforms\//, [
    /^server\/src\/adapters\/platforms\//,
    /^contract\//,
  ]),
  {
    why: 'only create-platform.ts, which creates the Platform that all others use, may import platforms/shopify/',
    // Tests of other folders use that Platform too, so that a second one can replace it.
    forbids: (file, target) =>
      shopify.test(target) && !shopify.test(file) && file !== 'server/src/base/create-platform.ts',
  },
  mayImportOnly('db/ may import only db/, jobs/, tracing/ and contract/', /^server\/src\/base\/db\//, [
    /^server\/src\/base\/(db|jobs|tracing)\//,
    /^contract\//,
  ]),
  importedOnlyBy('only app.ts may import a routes.ts', /^server\/src\/.+\/routes\.ts$/, [
    /^server\/src\/app\/app\.ts$/,
  ]),
  importedOnlyBy('only worker.ts may import a jobs.ts', /^server\/src\/.+\/jobs\.ts$/, [
    /^server\/src\/app\/worker\.ts$/,
  ]),
  importedOnlyBy('only main.ts may import app.ts and worker.ts', /^server\/src\/app\/(app|worker)\.ts$/, [
    /^server\/src\/app\/main\.ts$/,
  ]),
  {
    why: 'only tests may import test support',
    forbids: (file, target) =>
      /^(contract|server|web|sandbox)\/src\//.test(file) && !isTest.test(file) && isTestSupport.test(target),
  },
  {
    why: 'only files of the same folder may import a queries.ts',
    forbids: (file, target) =>
      /^server\/src\/.+\/queries\.ts$/.test(target) &&
      !isTest.test(file) &&
      path.posix.dirname(file) !== path.posix.dirname(target),
  },
  {
    why: 'pages may not import other pages',
    forbids: (file, target) => {
      const [own, other] = [pageFolder(file), pageFolder(target)];
      return own !== undefined && other !== undefined && own !== other;
    },
  },
  importedOnlyBy('only pages and routes may import web/src/pages/', /^web\/src\/pages\//, [
    /^web\/src\/pages\//,
    webTop,
  ]),
  importedOnlyBy('only main.tsx and routes may import routes', webTop, [webTop]),
  mayImportOnly('web/src/ui/ may import only ui/, lib/ and contract/', /^web\/src\/ui\//, [
    /^web\/src\/(ui|lib)\//,
    /^contract\//,
  ]),
  mayImportOnly('web/src/api/ may import only api/, lib/ and contract/', /^web\/src\/api\//, [
    /^web\/src\/(api|lib)\//,
    /^contract\//,
  ]),
  mayImportOnly('web/src/lib/ may import only lib/ and contract/', /^web\/src\/lib\//, [
    /^web\/src\/lib\//,
    /^contract\//,
  ]),
];

function mayImportOnly(why: string, files: RegExp, targets: RegExp[]): Rule {
  return {
    why,
    forbids: (file, target) => {
      const support = isServerTest.test(file) && /^(server\/src\/testing|scripts)\//.test(target);
      return isOurs(target) && !support && files.test(file) && !targets.some((allowed) => allowed.test(target));
    },
  };
}

function importedOnlyBy(why: string, targets: RegExp, files: RegExp[]): Rule {
  return {
    why,
    forbids: (file, target) =>
      targets.test(target) && !isTest.test(file) && !files.some((allowed) => allowed.test(file)),
  };
}

function isOurs(target: string): boolean {
  return folders.some((folder) => target.startsWith(`${folder}/`));
}

/** 0 for what is in no room. */
function placeOfRoom(file: string): number {
  return rooms.indexOf(/^server\/src\/([^/]+)\//.exec(file)?.[1] ?? '') + 1;
}

function pageFolder(file: string): string | undefined {
  return /^web\/src\/pages\/([^/]+)\//.exec(file)?.[1];
}

function targetsOf(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    ([, name = '']) => name,
  );
  return specifiers.map((specifier) => {
    if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
    const contractName = /^@courierdesk\/contract\/(.*)$/.exec(specifier)?.[1];
    if (contractName !== undefined)
      return path.posix.join('contract', contractExports[`./${contractName}`] ?? contractName);
    return specifier.replace(/^@courierdesk\//, '');
  });
}
