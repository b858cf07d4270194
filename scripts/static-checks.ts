import { staticCheck } from './step.ts';
import type { TimedStep } from './step.ts';

/** Runs all checks, also after one failed, so that you see every failure at once. */
export async function staticChecks(checks: readonly Check[] = allChecks): Promise<TimedStep[]> {
  const results: TimedStep[] = [];
  for (const [name, command] of checks) results.push(await staticCheck(name, command));
  return results;
}

/** Types alone, for a quick look between edits. */
export const typeChecks: readonly Check[] = [
  ['types of server, sandbox, contract and scripts', ['tsc', '-p', 'tsconfig.json', '--noEmit']],
  ['types of web', ['tsc', '-p', 'web/tsconfig.json', '--noEmit']],
  ['types of browser tests', ['tsc', '-p', 'e2e/tsconfig.json', '--noEmit']],
];

type Check = readonly [name: string, command: string[]];

const allChecks: readonly Check[] = [
  ['format', ['oxfmt', '--check', '.']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings', '.']],
  ['imports', ['node', 'scripts/check-imports.ts']],
  ['coverage of the specification', ['node', 'scripts/check-spec-coverage.ts']],
  ...typeChecks,
];
