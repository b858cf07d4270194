import { spawn } from 'node:child_process';
import { root } from './stack/program.ts';

/** What a step of the checks or tests found; a static check counts as one test. */
export type StepResult = {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed and how, for the end of a long output. */
  failures?: string[];
};

/** A step and how long it took. */
export type TimedStep = {
  name: string;
  seconds: number;
} & StepResult;

/** Runs one tool. Its output is shown, on success only when `verbose`. Returns whether it succeeded. */
export function runTool(command: string[], { verbose = false, env = process.env } = {}): Promise<boolean> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const shell = process.platform === 'win32';
    const tool = spawn(file, args, {
      cwd: root,
      env,
      shell,
      stdio: ['ignore', verbose ? 'inherit' : 'pipe', verbose ? 'inherit' : 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)));
    tool.on('error', (error) => output.push(error.message));
    tool.on('close', (code) => {
      if (code !== 0) process.stdout.write(output.join(''));
      resolve(code === 0);
    });
  });
}

/** Runs a step and says how it ended and how long it took. */
export async function timedStep(name: string, run: () => Promise<StepResult>): Promise<TimedStep> {
  const started = performance.now();
  const result = await run();
  const seconds = (performance.now() - started) / 1000;
  console.log(`${result.failed === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`);
  return { ...result, name, seconds };
}

export const staticCheck = (name: string, command: string[]): Promise<TimedStep> =>
  timedStep(name, async () => {
    const succeeded = await runTool(command);
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
  });

/** The end of `npm test`: how long each suite took, what failed, and the counts. */
export function summary(steps: readonly TimedStep[]): string[] {
  const sum = (kind: 'passed' | 'failed' | 'skipped' | 'seconds'): number =>
    steps.reduce((total, step) => total + step[kind], 0);
  const skipped = sum('skipped');
  return [
    ...steps.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
    ...steps.flatMap(({ failures }) => failures ?? []).map((failure) => `FAILED  ${failure}`),
    `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''} in ${minutesText(sum('seconds'))}`,
  ];
}

function minutesText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
