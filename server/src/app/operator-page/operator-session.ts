import { createHmac, hkdfSync } from 'node:crypto';
import { apiBase } from '@courierdesk/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { isSameSecret } from '../../base/secrets/tokens.ts';

/** A sign-in ends after this time, however much it is used. */
const sessionMs = 2 * 3_600_000;

const cookieName = 'courierdesk-operator';

/**
 * The cookie holds the end of the sign-in, signed with APP_SECRET and the password: nothing is stored, and a new password
 * ends every sign-in. The browser sends it to the calls of the operator's page alone.
 */
export function startOperatorSession(context: Context, reply: FastifyReply): void {
  const until = String(context.clock().getTime() + sessionMs);
  void reply.setCookie(cookieName, `${until}.${signatureOf(context, until)}`, {
    ...cookieOptions(context),
    maxAge: sessionMs / 1000,
  });
}

export const endOperatorSession = (context: Context, reply: FastifyReply): void =>
  void reply.clearCookie(cookieName, cookieOptions(context));

/** When the sign-in of the request ends. Undefined without one, and for a request that another site caused. */
export function operatorSession(context: Context, request: FastifyRequest): Date | undefined {
  const [until = '', signature = ''] = (request.cookies[cookieName] ?? '').split('.');
  if (!/^\d{13}$/.test(until) || !isSameSecret(signature, signatureOf(context, until))) return undefined;
  const end = new Date(Number(until));
  return end > context.clock() && isFromOurPage(request) ? end : undefined;
}

/** Browsers say so. A site below the same domain is another site, though its requests carry the cookie. */
const isFromOurPage = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';

const cookieOptions = ({ config }: Context) => ({
  path: `${apiBase}/operator`,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https://'),
});

function signatureOf({ config }: Context, until: string): string {
  const { appSecret = '', operatorPassword = '' } = config;
  const key = Buffer.from(hkdfSync('sha256', appSecret, operatorPassword, 'operator sessions', 32));
  return createHmac('sha256', key).update(until).digest('base64url');
}
