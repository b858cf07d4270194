import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { hashOf } from '../secrets/tokens.ts';

export type OauthKind = 'install' | 'person';

const lifetimeMs = 10 * 60_000;

/** Remembers where a trip to the store's consent page is to end. The state works once, for ten minutes. */
export async function startOauth(
  context: Context,
  trip: { domain: string; kind: OauthKind; target: string; browserSecret: string },
): Promise<{ state: string }> {
  const state = randomBytes(32).toString('base64url');
  const now = context.clock();
  await context.db
    .insertInto('oauth_state')
    .values({
      state_hash: stateHash(state, trip.browserSecret),
      domain: trip.domain,
      kind: trip.kind,
      target: trip.target,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  return { state };
}

/** Consumes a state; nothing when it is unknown, used, expired, or another browser's or store's. */
export async function endOauth(
  context: Context,
  back: { state: string; domain: string; browserSecret: string },
): Promise<{ kind: OauthKind; target: string } | undefined> {
  const trip = await context.db
    .deleteFrom('oauth_state')
    .where('state_hash', '=', stateHash(back.state, back.browserSecret))
    .returningAll()
    .executeTakeFirst();
  if (!trip || trip.domain !== back.domain || trip.expires_at <= context.clock()) return undefined;
  return { kind: trip.kind === 'install' ? 'install' : 'person', target: trip.target };
}

const stateHash = (state: string, browserSecret: string): Buffer => hashOf(`${state}.${browserSecret}`);
