import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxContext } from '../core/sandbox-context.ts';
import { setPushTarget } from './parcels/pushes.ts';
import { recentPushes } from './parcels/recent-pushes.ts';

const Target = z.strictObject({
  courier: z.enum(['LEOPARD', 'POSTEX']),
  url: z.url(),
  header: z.string().regex(/^[\w-]+$/),
  secret: z.string(),
  account: z.string().optional(),
});

/** `POST /_control/pushes` sets the address for status updates, as the courier's portal does; `GET` lists the pushes sent. */
export function registerPushes(app: FastifyInstance, context: SandboxContext): void {
  app.post('/_control/pushes', async (request, reply) => {
    const target = Target.safeParse(request.body);
    if (!target.success) return reply.code(400).send({ error: z.prettifyError(target.error) });
    setPushTarget(context, target.data);
    await context.state.flush();
    return target.data;
  });
  app.get('/_control/pushes', async () => ({ pushes: recentPushes(context).list() }));
}
