import { randomBytes } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { hashOf } from '../../base/secrets/tokens.ts';

export type OauthKind = 'install' | 'person';

const lifetimeMs = 10 * 60_000;

/** Saves the page to open after the store's consent page. The state works once, for ten minutes. */
export async function createOauthState(
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

/** Consumes a state. Returns undefined if it is unknown, used, expired, or of another browser or store. */
export async function consumeOauthState(
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
