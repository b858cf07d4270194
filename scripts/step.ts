import { spawn } from 'node:child_process';
import { root } from './stack/program.ts';

/** What a step of the checks or tests found; a static check counts as one test. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed and how, for the end of a long output. */
  failures?: string[];
}

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

export async function staticCheck(name: string, command: string[]): Promise<StepResult> {
  const started = performance.now();
  const succeeded = await runTool(command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${succeeded ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}
