import { staticCheck } from './step.ts';
import type { StepResult } from './step.ts';

/** Format, lint and types; all of them, so that every failure is seen at once. */
export async function staticChecks(): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [name, command] of checks) results.push(await staticCheck(name, command));
  return results;
}

const checks: [name: string, command: string[]][] = [
  ['format', ['oxfmt', '--check', '.']],
  ['lint', ['oxlint', '--deny-warnings', '.']],
  ['arrows', ['node', 'scripts/check-arrows.ts']],
  ['types of server, sandbox, contract and scripts', ['tsc', '-p', 'tsconfig.json', '--noEmit']],
  ['types of web', ['tsc', '-p', 'web/tsconfig.json', '--noEmit']],
  ['types of browser tests', ['tsc', '-p', 'e2e/tsconfig.json', '--noEmit']],
];
