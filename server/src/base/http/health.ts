import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { takesChanges } from '../db/client.ts';
import { isMigrated } from '../db/migrate.ts';
import { nodesOutOfReach } from '../db/rows-of-shops.ts';
import { AppError } from '../errors.ts';
import { isSameSecret } from '../secrets/tokens.ts';

/** Prometheus waits ten seconds for an answer. */
const longestCountMs = 4_000;

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests, and how many nodes of a cluster are away, so that it cannot serve
 * their shops. Anyone may ask, so only the log names the nodes. `/metrics`: for Prometheus, with a token if one is set.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: Context,
  /** Read what the gauges show, each time someone asks. */
  counts: readonly ((context: Context) => Promise<void>)[],
): void {
  let logged = '';
  /** Undefined before the database is migrated, and while it takes no changes. */
  const nodesAway = shared(async () => {
    if (!(await isMigrated(context.pool)) || !(await takesChanges(context.pool))) return undefined;
    const nodes = await nodesOutOfReach(context.db);
    if (nodes.join() !== logged)
      context.log.warn(
        { nodes },
        nodes.length > 0 ? 'nodes of the cluster do not answer' : 'all nodes of the cluster answer again',
      );
    logged = nodes.join();
    return nodes.length;
  });
  const countReady = async (): Promise<void> => {
    // Also while the database is asked and does not answer.
    context.metrics.ready.set(0);
    if ((await nodesAway()) !== undefined) context.metrics.ready.set(1);
  };
  const countAll = shared(() =>
    Promise.all(
      [...counts, countReady].map((count) =>
        count(context).catch((error: unknown) => context.log.warn({ err: error }, 'could not count for the metrics')),
      ),
    ),
  );
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const away = await nodesAway().catch(() => undefined);
    if (away === undefined) return reply.code(503).send({ status: 'database not ready' });
    return away > 0 ? { status: 'some shops are out of reach', nodes_away: away } : { status: 'ok' };
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const { metricsToken } = context.config;
    if (metricsToken && !hasToken(request, metricsToken)) throw new AppError('unauthorised', 'Unauthorized');
    // Without the database, or while all connections are busy, the other figures still tell what is wrong.
    await Promise.race([countAll(), pause(longestCountMs, undefined, { ref: false })]);
    return reply.type(context.metrics.registry.contentType).send(await context.metrics.registry.metrics());
  });
}

/** A call that comes while another one is answered gets the same answer, so a slow database is not asked again and again. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [scheme, given] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && isSameSecret(given ?? '', token);
}
