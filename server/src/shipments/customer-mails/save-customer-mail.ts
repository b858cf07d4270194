import {
  customerMailName,
  type CustomerMailInput,
  type CustomerMailSetting,
} from '@courierdesk/contract/customer-mails';
import type * as z from 'zod';
import type { UserActor } from '../../base/actor.ts';
import { changesOf } from '../../base/audit/changes-of.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { refuseChanged } from '../../base/revision.ts';
import { lockSettings } from '../../shop/settings/lock-settings.ts';
import { customerMailSetting, customerMailSettings } from './queries.ts';

/** Turns one email to customers on or off, and saves its wording. */
export async function saveCustomerMail(
  context: Context,
  actor: UserActor,
  input: z.output<typeof CustomerMailInput>,
): Promise<CustomerMailSetting[]> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const { kind, revision, ...change } = input;
    await lockSettings(trx, actor.shopId);
    const before = await customerMailSetting(trx, actor.shopId, kind);
    refuseChanged('this email', revision, before.revision);
    await trx
      .insertInto('customer_mail_setting')
      .values({ shop_id: actor.shopId, kind, ...change })
      .onConflict((conflict) => conflict.columns(['shop_id', 'kind']).doUpdateSet(change))
      .execute();
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'customer-mail.saved',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: customerMailName[kind],
      changes: changesOf(before, input, { enabled: 'shown', subject: 'shown', message: 'shown' }),
    });
    return customerMailSettings(trx, actor.shopId);
  });
}
