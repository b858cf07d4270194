import { planHas } from '@courierdesk/contract/plans';
import type { OrderTags, Settings, SettingsInput } from '@courierdesk/contract/settings';
import type * as z from 'zod';
import type { UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { currentPlan } from '../subscriptions/current-plan.ts';
import { planLimitReached } from '../subscriptions/plan-usage.ts';
import { settingsOf } from './find-settings.ts';
import { lockSettings, refuseOlder } from './lock-settings.ts';

/** Saves the settings. What is left out stays unchanged. On FREE, tags cannot be changed. */
export async function saveShopSettings(
  context: Context,
  actor: UserActor,
  input: z.output<typeof SettingsInput>,
): Promise<Settings> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockSettings(trx, actor.shopId);
    const before = await settingsOf(trx, actor.shopId);
    refuseOlder(before.revision, input.revision ?? before.revision);
    const after: Settings = {
      ...input,
      discount_name: input.discount_name ?? before.discount_name,
      note_in_remarks: input.note_in_remarks ?? before.note_in_remarks,
      mark_paid_in_store: input.mark_paid_in_store ?? before.mark_paid_in_store,
      tags: input.tags ?? before.tags,
      revision: before.revision + 1,
    };
    if (isOther(before.tags, after.tags)) {
      const current = await currentPlan(trx, actor.shopId, context.clock());
      if (!planHas(current.plan, 'orderTags'))
        throw planLimitReached(current, {
          msg: 'Order tags work only with the Monthly or Yearly plan.',
          field: 'tags',
        });
    }
    await trx.updateTable('shop_setting').set(flat(after)).where('shop_id', '=', actor.shopId).execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'settings.saved',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: '',
      changes: changesOf(flat(before), flat(after), recordedFields),
    });
    return after;
  });
}

const flat = ({ tags, ...defaults }: Settings) => ({ ...defaults, ...tags });

const recordedFields = {
  free_shipping_value: 'shown',
  default_weight: 'shown',
  show_discount: 'shown',
  discount_name: 'shown',
  note_in_remarks: 'shown',
  mark_paid_in_store: 'shown',
  inprocess_tag: 'shown',
  delivered_tag: 'shown',
  cancelled_tag: 'shown',
  rts_tag: 'shown',
} as const;

const isOther = (before: OrderTags, after: OrderTags): boolean =>
  before.inprocess_tag !== after.inprocess_tag ||
  before.delivered_tag !== after.delivered_tag ||
  before.cancelled_tag !== after.cancelled_tag ||
  before.rts_tag !== after.rts_tag;
