import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import { checkDatabase } from './doctor/check-database.ts';
import type { Finding } from './doctor/finding.ts';

const maxWaitMs = 120_000;
const pauseMs = 1_000;

/**
 * Waits up to two minutes for a database that is starting or being migrated, and checks that this process can work with it.
 * Throws a `ConfigError` that names the variable and says what to do. Returns what else was found.
 */
export async function waitForDatabase(parts: Context, waitMs = maxWaitMs): Promise<Finding[]> {
  const until = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const findings = await checkDatabase(parts);
    const problem = findings.find(({ level }) => level === 'problem');
    if (!problem) return findings;
    if (!problem.mayPass || performance.now() > until) throw new ConfigError(problem.sentence);
    if (isFirst) parts.log.warn({ reason: problem.sentence }, 'waiting for the database');
    await pause(pauseMs);
  }
}
