import type { OrderTags, Settings } from '@courierdesk/contract/settings';
import { defaultWeight } from '@courierdesk/contract/courier-accounts';
import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { Db } from '../../base/db/client.ts';

const noTags: OrderTags = { inprocess_tag: '', delivered_tag: '', cancelled_tag: '', rts_tag: '' };

/** The shop's booking defaults and order tags; those of a new shop when none were saved. */
export async function settingsOf(trx: Db, shopId: string): Promise<Settings> {
  const row = await trx
    .selectFrom('shop_setting')
    .select([
      'free_shipping_value',
      'default_weight',
      'show_discount',
      'discount_name',
      'note_in_remarks',
      'mark_paid_in_store',
      'revision',
    ])
    .select(['inprocess_tag', 'delivered_tag', 'cancelled_tag', 'rts_tag'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  if (!row)
    return {
      free_shipping_value: 0,
      default_weight: defaultWeight,
      show_discount: false,
      discount_name: '',
      note_in_remarks: false,
      mark_paid_in_store: false,
      tags: noTags,
      revision: 0,
    };
  const { inprocess_tag, delivered_tag, cancelled_tag, rts_tag, ...defaults } = row;
  return { ...defaults, tags: { inprocess_tag, delivered_tag, cancelled_tag, rts_tag } };
}

/** The tag of a store order while its parcel has a status. Empty when the shop wants no tag. */
export async function tagsByStatus(trx: Db, shopId: string): Promise<Record<ShipmentStatus, string>> {
  const { tags } = await settingsOf(trx, shopId);
  return {
    FULFILLED: '',
    INPROCESS: tags.inprocess_tag,
    DELIVERED: tags.delivered_tag,
    CANCELLED: tags.cancelled_tag,
    RTS: tags.rts_tag,
  };
}
