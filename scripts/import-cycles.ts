import path from 'node:path';
import type { Import } from './import-rules.ts';

/**
 * Files that import each other in a circle, each circle as a sentence. Imports of types count too: such files can only
 * be understood together.
 */
export function fileCycles(imports: readonly Import[]): string[] {
  return cyclesBetween(imports, (file) => file).map(({ way }) => `Files import each other: ${way}`);
}

/**
 * Folders that import each other in a circle, each circle as a sentence and one import for each step. Tests may import
 * from any folder. A file directly in `src` or in a room of the server is a folder of its own: `server/src/base/context.ts`
 * is no part of its features.
 */
export function folderCycles(imports: readonly Import[]): string[] {
  const ofProduct = imports.filter(({ file }) => !isTest.test(file));
  return cyclesBetween(ofProduct, folderOf).map(({ way, cycle }) => {
    const steps = cycle.map(({ file, target }) => `  ${file} imports ${target}`);
    return [`Folders import each other: ${way}`, ...steps].join('\n');
  });
}

const isTest = /\.(test|testing|spec)\.tsx?$|\/testing\//;

function folderOf(file: string): string {
  const folder = path.posix.dirname(file);
  return /^([^/]+\/src|server\/src\/(base|app)|scripts|e2e)$/.test(folder) ? file : folder;
}

type PlaceOf = (file: string) => string;

/** Circles of places, which are files or folders: the way `a → b → a`, and the imports that close the circle. */
function cyclesBetween(imports: readonly Import[], placeOf: PlaceOf): { way: string; cycle: Import[] }[] {
  const graph = importsBetween(imports, placeOf);
  const explained = new Set<string>();
  return [...graph.keys()].flatMap((start) => {
    const cycle = explained.has(start) ? [] : shortestWayBack(start, graph);
    if (cycle.length === 0) return [];
    const places = cycle.map(({ file }) => placeOf(file));
    for (const place of places) explained.add(place);
    return { way: [...places, start].join(' → '), cycle };
  });
}

type Graph = ReadonlyMap<string, ReadonlyMap<string, Import>>;

function importsBetween(imports: readonly Import[], placeOf: PlaceOf): Graph {
  const graph = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [placeOf(one.file), placeOf(one.target)];
    const targets = graph.get(from) ?? new Map<string, Import>();
    graph.set(from, targets);
    if (from !== to && !targets.has(to)) targets.set(to, one);
  }
  return graph;
}

/** Breadth first, so that the circle that is shown is the easiest one to see. */
function shortestWayBack(start: string, graph: Graph): Import[] {
  const ways = new Map<string, Import[]>([[start, []]]);
  for (const [place, way] of ways) {
    for (const [target, one] of graph.get(place) ?? []) {
      if (target === start) return [...way, one];
      if (!ways.has(target)) ways.set(target, [...way, one]);
    }
  }
  return [];
}
