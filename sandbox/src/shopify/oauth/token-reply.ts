import type { TokenPair } from '../platform/installations.ts';

/** The token endpoint's reply for an offline token. */
export function offlineTokenReply({ access, refresh }: TokenPair, now: Date): object {
  const scope = access.scopes.join(',');
  if (!refresh || access.expiresAt === null) return { access_token: access.token, scope };
  return {
    access_token: access.token,
    scope,
    expires_in: secondsUntil(access.expiresAt, now),
    refresh_token: refresh.token,
    refresh_token_expires_in: secondsUntil(refresh.expiresAt, now),
  };
}

export function secondsUntil(iso: string, now: Date): number {
  return Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
}
