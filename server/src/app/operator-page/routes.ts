import {
  getOperatorOverview,
  releaseLease as releaseEndpoint,
  runStuckWork as runEndpoint,
  signInOperator as signInEndpoint,
  signOutOperator,
} from '@courierdesk/contract/operator';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { route } from '../../base/http/route.ts';
import { installServerTiming } from '../../base/http/server-timing.ts';
import { endOperatorSession, operatorSession, startOperatorSession } from './operator-session.ts';
import { readOverview } from './read-overview.ts';
import { releaseLease } from './release-lease.ts';
import { runStuckWork } from './run-stuck-work.ts';
import { checkOperatorPassword } from './check-operator-password.ts';

/** Calls of the operator's page. They have a sign-in of their own; without OPERATOR_PASSWORD they do not exist. */
export async function operatorRoutes(app: FastifyInstance, context: Context): Promise<void> {
  installServerTiming(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const { endpoint } = request.routeOptions.config;
    if (endpoint !== signInEndpoint && !operatorSession(context, request))
      throw new AppError('unauthorised', 'Sign in with the operator’s password.');
  });
  route(app, signInEndpoint, async ({ body, request, reply }) => {
    await checkOperatorPassword(context, body.password, request.ip);
    startOperatorSession(context, reply);
    return { message: 'You are signed in.' };
  });
  route(app, signOutOperator, async ({ reply }) => {
    endOperatorSession(context, reply);
    return { message: 'You are signed out.' };
  });
  route(app, getOperatorOverview, async ({ request }) =>
    readOverview(context, operatorSession(context, request) ?? context.clock()),
  );
  route(app, runEndpoint, ({ body }) => runStuckWork(context, body));
  route(app, releaseEndpoint, ({ body }) => releaseLease(context, body));
}
