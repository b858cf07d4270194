import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { readToken } from '../../base/secrets/tokens.ts';
import { userRestricted } from '../../base/lost-access.ts';
import { findResetLink, type ResetLink } from './queries.ts';

/** A link as it came back: `hash` is the secret in it, `userId` the id. */
export type GivenLink = { readonly hash: string; readonly userId: string; readonly email?: string | undefined };

/** The shop that a link is of. Its text is not proof of anything yet. */
export function shopOfLink({ hash }: GivenLink): { shopId: string; hash: Buffer } {
  const read = readToken(hash);
  if (!read) throw notValid();
  return read;
}

/** The link, when it still works. Otherwise throws what happened to it. */
export async function usableLink(
  trx: Db,
  context: Context,
  given: GivenLink,
  { lock }: { lock: boolean },
): Promise<ResetLink> {
  const { shopId, hash } = shopOfLink(given);
  const link = await findResetLink(trx, shopId, hash, { lock });
  if (!link || link.user_id !== given.userId) throw notValid();
  if (given.email !== undefined && !isSame(given.email, link.email)) throw notValid();
  if (link.used_at) throw ended('This link was already used.');
  if (link.voided_at || !isSame(link.sent_to, link.email))
    throw ended('This link no longer works: there is a newer link, or your account was changed.');
  if (link.expires_at <= context.clock()) throw ended('This link has expired.');
  if (!link.is_active) throw await userRestricted(trx, { shopId, userId: link.user_id });
  return link;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const notValid = (): AppError => ended('This link is not valid.');

const ended = (what: string): AppError => new AppError('token-expired', `${what} Request a new email.`);
