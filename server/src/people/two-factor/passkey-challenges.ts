import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import type { Config } from '../../base/config.ts';

/** What a challenge is for. It counts for nothing else. */
export type ChallengeUse = {
  readonly purpose: 'sign-in' | 'second-factor' | 'confirm' | 'create';
  /** The session that it is made for; empty at sign-in. */
  readonly sessionId: string;
};

export async function saveChallenge(context: Context, challenge: string, use: ChallengeUse): Promise<void> {
  const expires_at = new Date(context.clock().getTime() + challengeMs);
  await context.db
    .insertInto('passkey_challenge')
    .values({ challenge, purpose: use.purpose, session_id: use.sessionId, expires_at })
    .execute();
}

/** Uses up the challenge that a device signed, and returns it. Throws when it was not made for this use, or too old. */
export async function consumeChallenge(context: Context, clientDataJson: string, use: ChallengeUse): Promise<string> {
  const challenge = challengeIn(clientDataJson);
  if (!challenge) throw passkeyRefused();
  const made = await context.db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .returningAll()
    .executeTakeFirst();
  if (made?.purpose !== use.purpose || made.session_id !== use.sessionId || made.expires_at <= context.clock())
    throw new AppError('passkey-refused', 'This took too long or was used before. Try again.');
  return challenge;
}

export const passkeyRefused = (cause?: unknown): AppError =>
  new AppError('passkey-refused', 'This passkey does not work here. Use another one, or another way to sign in.', {
    cause,
  });

const ClientData = z.object({ challenge: z.string().regex(/^[\w-]{1,200}$/) });

function challengeIn(clientDataJson: string): string | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge;
  } catch {
    return undefined;
  }
}

/** Whom passkeys are made for, and where: both follow from PUBLIC_URL. Source: WebAuthn Level 3, section 5.1.2. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { name: string; id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { name: 'Courierdesk', id: hostname, origin };
}

/** How long a person may take. */
export const challengeMs = 5 * 60_000;
