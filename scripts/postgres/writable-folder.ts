import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Creates the folder if it is missing. Throws one sentence if we cannot create it or write to it. */
export function makeWritable(folder: string): void {
  try {
    makeFolder(folder);
    const probe = path.join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The folder ${folder} cannot be written to (${reason}).`, { cause });
  }
}

// The recursive mkdir of Node never returns for a path like /proc/x.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}
