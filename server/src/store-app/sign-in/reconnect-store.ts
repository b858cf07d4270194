import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { consentUrl } from './store-sign-in.ts';

/** Where the owner gives us access to the store again. It ends on the dashboard, as after an installation. */
export async function reconnectStoreUrl(context: Context, actor: UserActor, browserSecret: string): Promise<string> {
  const url = await consentUrl(context, browserSecret, {
    domain: actor.shop.domain,
    kind: 'install',
    target: '/dashboard',
  });
  await withShop(context.db, actor.shopId, (trx) =>
    recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'shop.reconnect',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: actor.shop.name,
    }),
  );
  return url;
}
