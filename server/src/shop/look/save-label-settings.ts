import type { LabelSettings, LabelSettingsInput, ShopLook } from '@courierdesk/contract/shop-look';
import type * as z from 'zod';
import type { UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockSettings, refuseOlder } from '../settings/lock-settings.ts';
import { lookOf } from './find-look.ts';
import { ofStore, storeDetails } from './store-details.ts';

/** Saves shipper and labels, unless someone else saved since they were read. */
export function saveShopLabels(
  context: Context,
  actor: UserActor,
  { revision, ...input }: z.output<typeof LabelSettingsInput>,
): Promise<ShopLook> {
  const { shopId } = actor;
  return withShop(context.db, shopId, async (trx) => {
    await lockSettings(trx, shopId);
    const store = await storeDetails(trx, shopId);
    const before = (await lookOf(trx, shopId)).labels;
    refuseOlder(before.revision, revision);
    await trx
      .updateTable('shop_setting')
      .set({
        ...input,
        shipper_name: ofStore(input.shipper_name, store.name),
        shipper_phone: ofStore(input.shipper_phone, store.phone),
        shipper_address: ofStore(input.shipper_address, store.address),
        shipper_city: ofStore(input.shipper_city, store.city),
        labels_revision: revision + 1,
      })
      .where('shop_id', '=', shopId)
      .execute();
    const after = await lookOf(trx, shopId);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'labels.configured',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      changes: changesOf(before, after.labels, recordedFields),
    });
    return after;
  });
}

const recordedFields = {
  shipper_name: 'shown',
  shipper_phone: 'phone',
  shipper_address: 'shown',
  shipper_city: 'shown',
  return_address: 'shown',
  label_note: 'shown',
  label_size: 'shown',
  label_parts: 'shown',
  sheet_parts: 'shown',
} as const satisfies Partial<Record<keyof LabelSettings, string>>;
