import { checkResetLink, resetLinkMinutes, resetPassword, sendResetEmail } from '@courierdesk/contract/password-resets';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { route } from '../../base/http/route.ts';
import { callerOf } from '../sessions/caller.ts';
import { requestReset } from './request-reset.ts';
import { describeResetLink, resetPassword as reset } from './reset-password.ts';

export function passwordRoutes(app: FastifyInstance, context: Context): void {
  route(app, sendResetEmail, async ({ body, request }) => {
    await requestReset(context, body.email, { ip: request.ip, requestId: request.id });
    return {
      message: `An email was sent to ${body.email}, if a user has this address. The link in it works for ${resetLinkMinutes} minutes.`,
    };
  });

  route(app, checkResetLink, async ({ body, request }) => {
    await context.rateLimits.consume('reset-link', networkOf(request.ip));
    return { data: await describeResetLink(context, { hash: body.hash, userId: body.id }) };
  });

  route(app, resetPassword, async ({ query, body, request }) => {
    await context.rateLimits.consume('reset-link', networkOf(request.ip));
    const { email, _id: userId, password } = body;
    await reset(context, { hash: query.hash, userId, email, password }, callerOf(request));
    return { message: 'Password has been changed' as const };
  });
}
