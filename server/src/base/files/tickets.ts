import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { newToken, readToken } from '../secrets/tokens.ts';
import { fileById, type StoredFile } from './read-file.ts';

const ticketMs = 60_000;

/** A browser download cannot send the session token, so it uses this ticket: once, within a minute. */
export async function createTicket(trx: Db, shopId: string, fileId: string, now: Date): Promise<string> {
  const { token, hash } = newToken(shopId);
  await trx
    .insertInto('download_ticket')
    .values({ shop_id: shopId, token_hash: hash, file_id: fileId, expires_at: new Date(now.getTime() + ticketMs) })
    .execute();
  return token;
}

export async function useTicket(
  context: Pick<Context, 'db' | 'clock'>,
  ticket: string,
): Promise<{ shopId: string; fileId: string; file: StoredFile }> {
  const read = readToken(ticket);
  if (!read) throw expiredLink();
  const { shopId, hash } = read;
  return withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    const used = await trx
      .deleteFrom('download_ticket')
      .where('shop_id', '=', shopId)
      .where('token_hash', '=', hash)
      .returning(['file_id', 'expires_at'])
      .executeTakeFirst();
    const file = used && used.expires_at > now ? await fileById(trx, shopId, used.file_id, now) : undefined;
    if (!used || !file) throw expiredLink();
    return { shopId, fileId: used.file_id, file };
  });
}

const expiredLink = (): AppError =>
  new AppError(
    'token-expired',
    'This download link has expired or was already used. Go back and download the file again.',
  );
