import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isMigrated } from '../db/migrate.ts';
import { nodesOutOfReach } from '../db/rows-of-shops.ts';
import { AppError } from '../errors.ts';
import { isSameSecret } from '../secrets/tokens.ts';

/** Prometheus waits ten seconds for an answer. */
const longestCountMs = 4_000;

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests, and which nodes of a cluster are away, whose shops it cannot serve. `/metrics`: for Prometheus, with a token if one
 * is set.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: Context,
  /** Read what the gauges show, each time someone asks. */
  counts: readonly ((context: Context) => Promise<void>)[],
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = await isMigrated(context.pool).catch(() => false);
    if (!ready) return reply.code(503).send({ status: 'database not ready' });
    const away = await nodesOutOfReach(context.db);
    return away.length > 0 ? { status: 'some shops are out of reach', nodes: away } : { status: 'ok' };
  });
  let counting: Promise<unknown> | undefined;
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const { metricsToken } = context.config;
    if (metricsToken && !hasToken(request, metricsToken)) throw new AppError('unauthorised', 'Unauthorized');
    // Who asks while another one's counts are read waits for those: a slow database is not asked again and again.
    counting ??= countAll().finally(() => {
      counting = undefined;
    });
    // Without the database, or while all connections are busy, the other figures still tell what is wrong.
    await Promise.race([counting, delay(longestCountMs, undefined, { ref: false })]);
    return reply.type(context.metrics.registry.contentType).send(await context.metrics.registry.metrics());
  });

  const countAll = (): Promise<unknown> =>
    Promise.all(
      counts.map((count) =>
        count(context).catch((error: unknown) => context.log.warn({ err: error }, 'could not count for the metrics')),
      ),
    );
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [scheme, given] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && isSameSecret(given ?? '', token);
}
