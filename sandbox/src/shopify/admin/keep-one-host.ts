import type { FastifyInstance } from 'fastify';
import type { World } from '../../world.ts';

/** The app sends browsers to 127.0.0.1; whoever came by localhost moves there, so that both see one sign-in. */
export function keepOneHost(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    const home = new URL(world.publicUrl);
    if (request.method !== 'GET' || request.hostname !== 'localhost' || home.hostname !== '127.0.0.1') return;
    await reply.redirect(new URL(request.url, home).href);
  });
}
