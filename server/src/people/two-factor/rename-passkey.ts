import type { Passkey } from '@courierdesk/contract/passkeys';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { notFound } from '../../base/errors.ts';
import { presentPasskey } from './stored-passkeys.ts';

/** A person renames one of their own passkeys. */
export async function renamePasskey(context: Context, actor: UserActor, id: string, name: string): Promise<Passkey> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const passkey = await trx
      .updateTable('passkey')
      .set({ name })
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!passkey) throw notFound('This passkey');
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'passkey.renamed',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
      detail: { passkey: id },
    });
    return presentPasskey(passkey);
  });
}
