import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Line = z.object({ level: z.string() });

/** What a server logged as an error, and all that is no line of the log: Node writes why a process crashed. */
export function loggedErrors(file: string): string[] {
  const errors: string[] = [];
  let crash: string[] = [];
  const endCrash = (): void => {
    if (crash.length > 0) errors.push(crash.join('\n'));
    crash = [];
  };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const level = levelOf(line);
    if (level === undefined) {
      if (line.trim()) crash.push(line);
      continue;
    }
    endCrash();
    if (level === 'error' || level === 'fatal') errors.push(line);
  }
  endCrash();
  return errors;
}

function levelOf(line: string): string | undefined {
  try {
    return Line.parse(JSON.parse(line)).level;
  } catch {
    return undefined;
  }
}
