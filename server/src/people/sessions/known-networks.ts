import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { networkOf } from '../../base/http/network-of.ts';

export const knownDays = 30;

/** Whether a user has completed a sign-in from this network in the last 30 days. */
export async function hasSignedInFrom(
  context: Context,
  { shopId, userId }: { readonly shopId: string; readonly userId: string },
  network: string,
): Promise<boolean> {
  const since = new Date(context.clock().getTime() - knownDays * 86_400_000);
  const rows = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select('ip')
      .distinct()
      .where('shop_id', '=', shopId)
      .where('subject_kind', '=', 'user')
      .where('subject_id', '=', userId)
      .where('action', '=', 'session.signed-in')
      .where('at', '>', since)
      .execute(),
  );
  return rows.some(({ ip }) => networkOf(ip) === network);
}
