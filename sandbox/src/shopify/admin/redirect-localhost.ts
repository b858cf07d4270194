import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';

/** The app sends browsers to 127.0.0.1; moving localhost there too gives both one sign-in cookie. */
export function redirectLocalhost(app: FastifyInstance, context: SandboxContext): void {
  app.addHook('onRequest', async (request, reply) => {
    const home = new URL(context.publicUrl);
    if (request.method !== 'GET' || request.hostname !== 'localhost' || home.hostname !== '127.0.0.1') return;
    await reply.redirect(new URL(request.url, home).href);
  });
}
