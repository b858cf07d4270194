import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';

/**
 * `/logos/{shop}-{hash}.png`, for the tracking page and for emails. A new logo has a new address, so browsers keep it for
 * ever.
 */
export function logoRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { name: string } }>('/logos/:name', async (request, reply) => {
    const [, shopId, hash] = /^([0-9a-f]{24})-([0-9a-f]{64})\.png$/.exec(request.params.name) ?? [];
    const logo = shopId && hash ? await logoWith(context, shopId, hash) : undefined;
    if (!logo) return reply.code(404).header('cache-control', 'no-store').send();
    return (
      reply
        .type('image/png')
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Emails are read on other sites.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(logo)
    );
  });
}

const logoWith = async (context: Context, shopId: string, hash: string): Promise<Buffer | undefined> =>
  withShop(context.db, shopId, async (trx) => {
    const row = await trx
      .selectFrom('shop_logo')
      .select('png')
      .where('shop_id', '=', shopId)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.png;
  });
