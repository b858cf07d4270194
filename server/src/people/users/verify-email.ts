import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { Caller } from '../sessions/caller.ts';
import { AppError } from '../../base/errors.ts';
import { readToken } from '../../base/secrets/tokens.ts';

type Verified = { readonly hasPassword: boolean; readonly email: string };

/** Verifies the email that a link was sent to. Opening the link again does no harm. */
export async function verifyEmail(context: Context, token: string, caller: Caller): Promise<Verified> {
  const read = readToken(token);
  if (!read) throw expired();
  const { shopId } = read;
  return withShop(context.db, shopId, async (trx) => {
    const now = context.clock();
    const user = await trx
      .selectFrom('mailed_link as l')
      .innerJoin('app_user as u', (join) => join.onRef('u.shop_id', '=', 'l.shop_id').onRef('u.id', '=', 'l.user_id'))
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.is_verified_user', 'u.password_hash'])
      .where('l.shop_id', '=', shopId)
      .where('l.token_hash', '=', read.hash)
      .where('l.kind', '=', 'verify-email')
      .where('l.expires_at', '>', now)
      .where('u.deleted_at', 'is', null)
      .whereRef(
        (eb) => eb.fn('lower', ['l.email']),
        '=',
        (eb) => eb.fn('lower', ['u.email']),
      )
      .forUpdate('u')
      .executeTakeFirst();
    if (!user) throw expired();
    const verified = { hasPassword: user.password_hash !== null, email: user.email };
    if (user.is_verified_user) return verified;
    await trx
      .updateTable('app_user')
      .set({ is_verified_user: true })
      .where('shop_id', '=', shopId)
      .where('id', '=', user.id)
      .execute();
    const name = `${user.first_name} ${user.last_name}`.trim();
    await recordAuditEvent(
      trx,
      { kind: 'user', shopId, userId: user.id, name, ...caller },
      {
        at: now,
        action: 'user.email-verified',
        subjectKind: 'user',
        subjectId: user.id,
        label: name,
      },
    );
    return verified;
  });
}

const expired = (): AppError =>
  new AppError('token-expired', 'This link has expired or is not valid. Ask the shop owner to send it again.');
