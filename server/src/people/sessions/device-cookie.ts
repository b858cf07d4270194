import { apiBase } from '@courierdesk/contract/endpoint';
import { rememberedDays } from '@courierdesk/contract/two-factor';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../base/context.ts';
import { isSecure } from './browser-secret.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;

/** The token of a remembered device, in the cookie of its user: several people may use one browser. */
export const deviceTokenOf = (cookies: Cookies, userId: string): string => cookies[nameOf(userId)] ?? '';

export function keepDeviceToken(
  { config }: Pick<Context, 'config'>,
  reply: FastifyReply,
  { userId, token }: { userId: string; token: string },
): void {
  void reply.setCookie(nameOf(userId), token, {
    // Sign-in with a password, from the store and from another shop have no longer path in common.
    path: apiBase,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    maxAge: rememberedDays * 86_400,
  });
}

const nameOf = (userId: string): string => `courierdesk-device-${userId}`;
