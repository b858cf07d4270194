import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(import.meta.dirname, '../..');

export type Program = {
  name: string;
  pid: number;
  /** Why it ended: an exit code, a signal or the error that kept it from starting. */
  exited: Promise<string>;
  running(): boolean;
  /** It ended, and nobody stopped or killed it. */
  endedByItself(): boolean;
  /** Sends SIGTERM, and SIGKILL if it does not end. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  lastLogLines(): string;
};

export type ProgramOptions = {
  name: string;
  /** Path of the script, from the root of the repository if it is not absolute, then its arguments. */
  script: string[];
  env: NodeJS.ProcessEnv;
  /** The working folder, where it reads `.env`. Default: the root of the repository. */
  folder?: string;
  logFolder: string;
  nodeOptions?: string[];
  /** Shows the output instead of keeping it in the log folder. */
  verbose?: boolean;
};

/** Starts one of our Node programs in its own process group, so that Ctrl-C reaches only the script that started it. */
export function startProgram(options: ProgramOptions): Program {
  const { name, env, folder = root, logFolder, nodeOptions = [], verbose = false } = options;
  const script = options.script.map((part, index) => (index === 0 ? path.resolve(root, part) : part));
  const logFile = path.join(logFolder, `${name}.log`);
  const log = verbose ? undefined : openLog(logFile);
  const child = spawn(process.execPath, ['--import', stopWithParent, ...nodeOptions, ...script], {
    cwd: folder,
    env: { ...compileCacheOf(script), ...env },
    detached: true,
    stdio: ['ignore', log ?? 'inherit', log ?? 'inherit', 'ipc'],
  });
  if (log !== undefined) closeSync(log);
  let running = true;
  let isAsked = false;
  const exited = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
    child.on('error', (error) => resolve(error.message));
  }).then((reason) => {
    running = false;
    return reason;
  });
  return {
    name,
    pid: child.pid ?? 0,
    exited,
    running: () => running,
    endedByItself: () => !running && !isAsked,
    async stop() {
      isAsked = true;
      child.kill('SIGTERM');
      const patience = new AbortController();
      const late = delay(20_000, true, { signal: patience.signal }).catch(() => false);
      if ((await Promise.race([exited, late])) === true) child.kill('SIGKILL');
      patience.abort();
      await exited;
    },
    async kill() {
      isAsked = true;
      child.kill('SIGKILL');
      await exited;
    },
    lastLogLines: () => (verbose ? '' : lastLines(logFile)),
  };
}

/** Runs a program to its end. If it fails, the error has the end of its log. */
export async function runProgram(options: ProgramOptions): Promise<void> {
  const program = startProgram(options);
  const reason = await program.exited;
  if (reason !== 'code 0') throw new Error(`${options.name} failed (${reason}).\n${program.lastLogLines()}`);
}

/** The folder with our code as Node compiled it before. Code that is unpacked for one run has none. */
const compileCacheOf = ([file = '']: readonly string[]): NodeJS.ProcessEnv =>
  file.startsWith(root + path.sep) ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {};

const stopWithParent = fileURLToPath(import.meta.resolve('./stop-with-parent.ts'));
const largestLog = 10_000_000;

function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}
