import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, loadConfig, type Config, type VariablePlaces } from '../../base/config.ts';
import { closeDatabases, createContext, type Context } from '../../base/context.ts';
import { createMailer } from '../../base/mailer.ts';
import { checkCopies } from './check-copies.ts';
import { checkCourier, courierAddresses } from './check-couriers.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkShopify } from './check-shopify.ts';
import { checkVariables, unknownVariables } from './check-variables.ts';
import { problem, warning, wordsOf, type Finding } from './finding.ts';

export type DoctorOptions = VariablePlaces & {
  /** Gets a test email. */
  readonly mailTo?: string | undefined;
  /** So long, a check may take. The checks run side by side. */
  readonly limitMs?: number;
};

const usualLimitMs = 9_000;

/** Prints a line for each finding, problems last, and returns the exit code. */
export async function doctor(options: DoctorOptions, print: (line: string) => void): Promise<0 | 1> {
  const findings = await examine(options);
  const of = (level: Finding['level']): Finding[] => findings.filter((finding) => finding.level === level);
  for (const level of ['ok', 'warning', 'problem'] as const)
    for (const { sentence } of of(level)) print(`${level.padEnd('problem'.length)}  ${sentence}`);
  const [warnings, problems] = [of('warning').length, of('problem').length];
  print('');
  print(`${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`);
  return problems > 0 ? 1 : 0;
}

const counted = (number: number, what: string): string => `${number || 'no'} ${what}${number === 1 ? '' : 's'}`;

/** Checks everything that Courierdesk needs. With wrong variables it checks only them, since the rest would mislead. */
async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { env, folder, mailTo, limitMs = usualLimitMs } = options;
  let config: Config;
  try {
    config = loadConfig(env, folder);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...error.message.split('\n').map(problem), ...unknownVariables(options)];
  }
  const signal = AbortSignal.timeout(limitMs);
  const checks: readonly (readonly [string, Promise<Finding | readonly Finding[]>])[] = [
    ['SMTP_URL', checkMail(config, createMailer(config), mailTo)],
    ...courierAddresses(config).map(
      ([variable, address]) => [variable, checkCourier(variable, address, signal)] as const,
    ),
    ['Disk', checkDisk(config)],
  ];
  const parts = partsOf(config);
  const database = inTime('DATABASE_URL', 'level' in parts ? Promise.resolve(parts) : checkDatabase(parts), limitMs);
  const shopify = database.then<Finding | readonly Finding[]>((found) =>
    'level' in parts || found.some(({ level }) => level === 'problem')
      ? warning('Shopify: not tried, because no database tells which stores have the app.')
      : checkShopify(parts),
  );
  const copies = database.then<Finding | readonly Finding[]>((found) =>
    'level' in parts || found.some(({ level }) => level === 'problem') ? [] : checkCopies(parts),
  );
  const found = await Promise.all([
    database,
    ...checks.map(([subject, check]) => inTime(subject, check, limitMs)),
    // Later than the database, so that a database that is late is not taken for Shopify.
    inTime('Shopify', shopify, limitMs + 500),
    inTime('Backups', copies, limitMs + 500),
  ]);
  if (!('level' in parts)) await Promise.race([closeDatabases(parts), pause(1_000, undefined, { ref: false })]);
  return [...checkVariables(config, options), ...found.flat()];
}

/** What the checks need of a process; without a database of its own, the finding about that. */
function partsOf(config: Config): Context | Finding {
  try {
    return createContext(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (config.production || config.databaseUrl) return problem(error.message);
    return warning('DATABASE_URL: is not set. npm start runs a database of its own, which is not checked here.');
  }
}

async function inTime(
  subject: string,
  check: Promise<Finding | readonly Finding[]>,
  limitMs: number,
): Promise<readonly Finding[]> {
  const late = problem(`${subject}: no answer within ${limitMs / 1000} s. Check the address and the firewall.`);
  try {
    return [await Promise.race([check, pause(limitMs, late, { ref: false })])].flat();
  } catch (error) {
    return [problem(`${subject}: could not be checked (${wordsOf(error)}).`)];
  }
}
