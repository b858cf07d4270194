import { buildApp, buildWorkerApp } from './app.ts';
import { ConfigError, loadConfig, placesHere } from '../base/config.ts';
import { isDatabaseAway } from '../base/db/client.ts';
import { onceDatabaseIsBack } from '../base/db/once-database-is-back.ts';
import { closeDatabases, createContext, type Context } from '../base/context.ts';
import { listenProblem } from '../base/http/listen-problem.ts';
import { endDemoSessions } from '../people/sessions/demo-logins.ts';
import { startQueue } from '../base/jobs/queue.ts';
import { startSweeps, type Sweep } from '../base/jobs/sweeps.ts';
import { startTracing } from '../base/tracing/tracing.ts';
import { createProcessReport } from './operator-page/report-process.ts';
import { checkVariables } from './doctor/check-variables.ts';
import { waitForDatabase } from './wait-for-database.ts';
import { scheduledJobs, shopWork, sweeps } from './worker.ts';

/** One process: web, worker or both. On SIGTERM and SIGINT it finishes the work in progress, then stops. */
async function main(): Promise<void> {
  // Process 1 of a container ignores signals that it does not handle, also while it waits for the database.
  let stop = (): void => process.exit(0);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop());

  const config = loadConfig();
  const context = createContext(config);
  const found = [...checkVariables(config, placesHere()), ...(await waitForDatabase(context))];
  const warnings = config.production ? found.filter(({ level }) => level === 'warning') : [];
  for (const { sentence } of warnings) context.log.warn({ reason: sentence }, 'found at the start');
  const stopTracing = await startTracing(config.traces, context.log);
  await onceDatabaseIsBack(stopping.signal, () => context.jobs.prepare());
  if (config.production) await onceDatabaseIsBack(stopping.signal, () => endDemoSessions(context));

  const app = config.process === 'worker' ? buildWorkerApp(context) : await buildApp(context);
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenProblem(error, config, 'PORT');
  });
  const report = createProcessReport(context);
  // Last: a start that fails may not interrupt jobs.
  const background = startBackground(context, report.sweep, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted && isDatabaseAway(error)) return [];
    throw error;
  });

  const finish = async (): Promise<void> => {
    // No job may begin while replies are still being sent.
    await Promise.all([app.close(), background.then((all) => Promise.all(all.map((one) => one.stop())))]);
    await report.end();
    await stopTracing();
    await closeDatabases(context);
    process.exit(0);
  };
  stop = () => {
    stop = () => undefined;
    stopping.abort();
    void finish();
  };
  await background;
  context.log.info({ url: config.publicUrl, process: config.process }, 'ready');
}

async function startBackground(
  context: Context,
  report: Sweep,
  signal: AbortSignal,
): Promise<{ stop(): Promise<void> }[]> {
  const { process: role, databaseUrl = '' } = context.config;
  if (role === 'web') return [startSweeps(context, [report])];
  const queue = await startQueue(context, databaseUrl, { kinds: shopWork, scheduled: scheduledJobs }, { signal });
  return [queue, startSweeps(context, [...sweeps, report])];
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || (error instanceof Error && 'code' in error);
  process.stderr.write(
    `${known && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
