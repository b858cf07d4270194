import path from 'node:path';
import type { Import } from './import-rules.ts';

/**
 * Folders that import each other in a circle, each as the imports that close the circle. Tests may import from anywhere.
 * A file directly in `src` or in a room of the server is a folder of its own: `server/src/base/context.ts` is no part of
 * its features.
 */
export function folderCycles(imports: readonly Import[]): Import[][] {
  const graph = importsBetweenFolders(imports);
  const cycles: Import[][] = [];
  const explained = new Set<string>();
  for (const folder of graph.keys()) {
    if (explained.has(folder)) continue;
    const cycle = shortestWayBack(folder, graph);
    for (const { file } of cycle) explained.add(folderOf(file));
    if (cycle.length > 0) cycles.push(cycle);
  }
  return cycles;
}

/** `a → b → a`, then one import for each step. */
export function describeCycle(cycle: readonly Import[]): string {
  const folders = cycle.map(({ file }) => folderOf(file));
  const imports = cycle.map(({ file, target }) => `  ${file} imports ${target}`);
  return [`Folders import each other: ${[...folders, folders[0]].join(' → ')}`, ...imports].join('\n');
}

type Graph = ReadonlyMap<string, ReadonlyMap<string, Import>>;

const isTest = /\.(test|testing|spec)\.tsx?$|\/testing\//;

function importsBetweenFolders(imports: readonly Import[]): Graph {
  const graph = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    if (isTest.test(one.file)) continue;
    const [from, to] = [folderOf(one.file), folderOf(one.target)];
    const targets = graph.get(from) ?? new Map<string, Import>();
    graph.set(from, targets);
    if (from !== to && !targets.has(to)) targets.set(to, one);
  }
  return graph;
}

function folderOf(file: string): string {
  const folder = path.posix.dirname(file);
  return /^([^/]+\/src|server\/src\/(base|app)|scripts|e2e)$/.test(folder) ? file : folder;
}

/** Breadth first, so that the circle that is shown is the easiest one to see. */
function shortestWayBack(start: string, graph: Graph): Import[] {
  const ways = new Map<string, Import[]>([[start, []]]);
  for (const [folder, way] of ways) {
    for (const [target, one] of graph.get(folder) ?? []) {
      if (target === start) return [...way, one];
      if (!ways.has(target)) ways.set(target, [...way, one]);
    }
  }
  return [];
}
