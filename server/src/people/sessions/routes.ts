import { getAppLinks } from '@courierdesk/contract/app-links';
import {
  endOtherSessions,
  endOwnSession,
  exchangeSession,
  getMe,
  getOtherShops,
  getSessions,
  loginUser,
  logout,
  switchShop as switchShopEndpoint,
} from '@courierdesk/contract/sessions';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { browserCookieName } from './browser-secret.ts';
import { callerOf } from './caller.ts';
import { demoLoginsFor } from './demo-logins.ts';
import { endSession } from './end-session.ts';
import { exchangeForSession } from './exchange-session.ts';
import { limitSignIns } from './limit-sign-ins.ts';
import * as own from './own-sessions.ts';
import { presentOwnSession, presentProfile } from './present.ts';
import { signIn } from './sign-in.ts';
import { otherShops, switchShop } from './switch-shop.ts';

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  route(app, getAppLinks, () => {
    const { appStoreUrl, adminUrl } = context.config.shopify;
    return Promise.resolve({
      app_store_url: appStoreUrl,
      store_admin_url: adminUrl,
      support_email: context.config.supportEmail,
      support_answer_time: context.config.supportAnswerTime,
      demo_logins: demoLoginsFor(context.config),
    });
  });

  route(app, loginUser, async ({ body, request }) => {
    const caller = callerOf(request);
    return limitSignIns(context, { email: body.email, ip: request.ip }, () =>
      signIn(context, body, caller, request.cookies),
    );
  });

  route(app, exchangeSession, async ({ body, request }) => {
    const network = networkOf(request.ip);
    await context.rateLimits.consume('session-exchange', network);
    const browserSecret = request.cookies[browserCookieName(context.config)] ?? '';
    const given = { token: body.token, browserSecret };
    const session = await exchangeForSession(context, given, callerOf(request), request.cookies);
    await context.rateLimits.refund('session-exchange', network);
    return session;
  });

  route(app, getOtherShops, async ({ actor }) => ({ data: await otherShops(context, actor) }));

  route(app, switchShopEndpoint, ({ actor, body, request }) =>
    switchShop(context, actor, body.shop, callerOf(request), request.cookies),
  );

  route(app, getMe, async ({ actor }) => ({ data: presentProfile(actor) }));

  route(app, logout, async ({ actor }) => {
    await endSession(context, actor);
    return { message: 'You are logged out.' };
  });

  route(app, getSessions, async ({ actor }) => ({
    data: (await own.ownSessions(context, actor)).map((session) => presentOwnSession(session, actor)),
  }));

  route(app, endOwnSession, async ({ actor, params }) => {
    await own.endOwnSession(context, actor, params.id);
    return { message: 'Signed out on that device' };
  });

  route(app, endOtherSessions, async ({ actor }) => {
    await own.endOtherSessions(context, actor);
    return { message: 'Signed out everywhere else' };
  });
}
