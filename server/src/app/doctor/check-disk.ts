import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../base/config.ts';
import { ok, warning, type Finding } from './finding.ts';

const leastGigabytes = 1;

/** Room for logs, and for the database of the demo. Files of shops are in the database. */
export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const { bavail, bsize } = await statfsOf(dataDir);
  const free = (bavail * bsize) / 1024 ** 3;
  const text = `Disk: ${free.toFixed(1)} GB are free at ${dataDir}`;
  return free >= leastGigabytes
    ? ok(`${text}.`)
    : warning(`${text}. Make room. Watch the disk of the database as well.`);
}

/** Of the folder, or of the nearest one above it that exists. */
async function statfsOf(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    if (path.dirname(folder) === folder) throw error;
    return statfsOf(path.dirname(folder));
  }
}
