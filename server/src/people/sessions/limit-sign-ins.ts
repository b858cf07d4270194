import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { isDatabaseAway } from '../../base/db/client.ts';
import { isOfShop, rowsOfShops } from '../../base/db/rows-of-shops.ts';
import { AppError } from '../../base/errors.ts';
import { networkOf } from '../../base/http/network-of.ts';
import type { Limit } from '../../base/rate-limits.ts';
import { hashOf } from '../../base/secrets/tokens.ts';
import { knownDays } from './known-networks.ts';

/**
 * Signs in, within the limits of the network and of the account. Only wrong passwords count, so an office behind
 * one address can sign in as often as it likes. Someone who guesses passwords from many networks cannot lock
 * the owner out: networks where the account has signed in before have a separate limit.
 */
export async function limitSignIns<T>(
  context: Context,
  { email, ip }: { email: string; ip: string },
  signIn: () => Promise<T>,
): Promise<T> {
  const network = networkOf(ip);
  await context.rateLimits.consume('sign-in-network', network);
  const counted = await countForAccount(context, email, network);
  let failed = false;
  try {
    return await signIn();
  } catch (error) {
    // Where some shops cannot be asked, nobody may guess passwords without a limit.
    failed = isDatabaseAway(error) || (error instanceof AppError && error.code === 'login-failed');
    throw error;
  } finally {
    if (!failed) {
      await context.rateLimits.refund('sign-in-network', network);
      await context.rateLimits.refund(counted.limit, counted.key);
    }
  }
}

/** The limit that counted this attempt. Throws `too-many-requests` when all limits are used up. */
async function countForAccount(
  context: Context,
  email: string,
  network: string,
): Promise<{ limit: Limit; key: string }> {
  const key = hashOf(email.toLowerCase()).toString('base64url');
  const canCount = async (limit: Limit): Promise<boolean> => {
    try {
      await context.rateLimits.consume(limit, key);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many-requests') return false;
      throw error;
    }
  };
  if (await canCount('sign-in-account')) return { limit: 'sign-in-account', key };
  if (await canCount('sign-in-account-at-once')) return { limit: 'sign-in-account-at-once', key };
  if (await anyHasSignedInFrom(context, email, network)) {
    const known = `${key} ${network}`;
    await context.rateLimits.consume('sign-in-known-network', known);
    return { limit: 'sign-in-known-network', key: known };
  }
  // Throws with the time until the next attempt, at most a minute.
  await context.rateLimits.consume('sign-in-account', key);
  return { limit: 'sign-in-account', key };
}

async function anyHasSignedInFrom(context: Context, email: string, network: string): Promise<boolean> {
  const since = new Date(context.clock().getTime() - knownDays * 86_400_000);
  const { rows } = await rowsOfShops(context.db, async (trx, shopId) => {
    const found = await sql<{ ip: string }>`
      select distinct e.ip from app_user u
      join audit_event e on e.shop_id = u.shop_id and e.subject_kind = 'user' and e.subject_id = u.id
      where lower(u.email) = lower(${email}) and e.action = 'session.signed-in' and e.at > ${since}
        and ${isOfShop('u.shop_id', shopId)}`.execute(trx);
    return found.rows;
  });
  return rows.some(({ ip }) => networkOf(ip) === network);
}
