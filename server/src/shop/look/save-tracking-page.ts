import type { ShopLook, TrackingPageInput, TrackingPageSettings } from '@courierdesk/contract/shop-look';
import type * as z from 'zod';
import type { UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockSettings, refuseOlder } from '../settings/lock-settings.ts';
import { lookOf } from './find-look.ts';
import { ofStore, storeDetails } from './store-details.ts';

/** Saves the look of the tracking page, unless someone else saved since it was read. */
export function saveShopTrackingPage(
  context: Context,
  actor: UserActor,
  input: z.output<typeof TrackingPageInput>,
): Promise<ShopLook> {
  const { shopId } = actor;
  return withShop(context.db, shopId, async (trx) => {
    await lockSettings(trx, shopId);
    const store = await storeDetails(trx, shopId);
    const before = (await lookOf(trx, shopId)).tracking_page;
    refuseOlder(before.revision, input.revision);
    await trx
      .updateTable('shop_setting')
      .set({
        colour: input.colour,
        contact_phone: ofStore(input.contact_phone, store.phone),
        contact_email: ofStore(input.contact_email, store.email),
        whatsapp_number: input.contact_whatsapp,
        tracking_language: input.language,
        tracking_page_revision: input.revision + 1,
      })
      .where('shop_id', '=', shopId)
      .execute();
    const after = await lookOf(trx, shopId);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'tracking-page.configured',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      changes: changesOf(before, after.tracking_page, recordedFields),
    });
    return after;
  });
}

const recordedFields = {
  colour: 'shown',
  contact_phone: 'phone',
  contact_email: 'email',
  contact_whatsapp: 'phone',
  language: 'shown',
} as const satisfies Partial<Record<keyof TrackingPageSettings, string>>;
