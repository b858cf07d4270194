import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';

/** Processor time in milliseconds. */
type ProcessorTimes = { web: number; worker: number; database: number };

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** What the programs of a stack have used since they began. Reads `/proc`, so on Linux alone. */
export function processorTimes(stack: IsolatedStack): ProcessorTimes {
  const of = (role: string): number =>
    stack.servers
      .filter((server) => server.role === role)
      .reduce((sum, server) => sum + ownTicks(statOf(server.program().pid)), 0);
  return { web: of('web') * tickMs, worker: of('worker') * tickMs, database: databaseTicks(stack) * tickMs };
}

/** The postmaster, its processes, and those of its processes that have ended. */
function databaseTicks({ databaseFolder }: IsolatedStack): number {
  const [postmaster = ''] = readFileSync(path.join(databaseFolder, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const own = statOf(Number(postmaster));
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statIfRunning(Number(pid)))
    .filter((stat) => stat.parent === Number(postmaster));
  return [own, ...children].reduce((sum, stat) => sum + ownTicks(stat), own.endedChildren);
}

type Stat = { parent: number; user: number; system: number; endedChildren: number };

const ownTicks = ({ user, system }: Stat): number => user + system;

function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before may have blanks. proc(5) numbers the fields from 1, and the first one after the name is 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { parent: field(4), user: field(14), system: field(15), endedChildren: field(16) + field(17) };
}

function statIfRunning(pid: number): Stat[] {
  try {
    return [statOf(pid)];
  } catch {
    return [];
  }
}
