import { getAppLinks } from '@courierdesk/contract/app-links';
import { exchangeSession, getMe, loginUser, logout } from '@courierdesk/contract/sessions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import { endSession } from './end-session.ts';
import { exchangeForSession } from './exchange-session.ts';
import { presentProfile } from './present.ts';
import { signIn, type Caller } from './sign-in.ts';

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  route(app, getAppLinks, () => {
    const { appStoreUrl, adminUrl } = context.config.shopify;
    return Promise.resolve({ app_store_url: appStoreUrl, store_admin_url: adminUrl });
  });

  route(app, loginUser, async ({ body, request }) => {
    await context.rateLimits.knock('sign-in', request.ip);
    return { auth_token: await signIn(context, body, callerOf(request)), two_factor_await: false };
  });

  route(app, exchangeSession, async ({ body, request }) => {
    await context.rateLimits.knock('session-exchange', request.ip);
    return exchangeForSession(context, body.token, callerOf(request));
  });

  route(app, getMe, async ({ actor }) => ({ data: presentProfile(actor) }));

  route(app, logout, async ({ actor }) => {
    await endSession(context, actor);
    return { message: 'You are logged out.' };
  });
}

const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
});
