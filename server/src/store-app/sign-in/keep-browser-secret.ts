import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { browserCookieName, isSecure, newBrowserSecret } from '../../people/sessions/browser-secret.ts';

const cookieSeconds = 600;

/** The secret of this browser. An existing one is kept, so that two visits at once do not invalidate each other. */
export function keepBrowserSecret(context: Context, request: FastifyRequest, reply: FastifyReply): string {
  const name = browserCookieName(context.config);
  const given = request.cookies[name];
  const browserSecret = given && /^[\w-]{43}$/.test(given) ? given : newBrowserSecret();
  void reply.setCookie(name, browserSecret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(context.config),
    maxAge: cookieSeconds,
  });
  return browserSecret;
}
