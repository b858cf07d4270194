import { CustomerMailKind, customerMailTexts, type CustomerMailSetting } from '@courierdesk/contract/customer-mails';
import { revisionOf } from '../../base/revision.ts';
import type { Db } from '../../base/db/client.ts';

/** The shop's setting of every email; ours where the shop has saved none. */
export async function customerMailSettings(trx: Db, shopId: string): Promise<CustomerMailSetting[]> {
  const saved = await trx
    .selectFrom('customer_mail_setting')
    .select(['kind', 'enabled', 'subject', 'message'])
    .where('shop_id', '=', shopId)
    .execute();
  return CustomerMailKind.options.map((kind) => {
    const own = saved.find((one) => one.kind === kind);
    return withRevision({ kind, enabled: false, ...customerMailTexts[kind], ...(own && { ...own, kind }) });
  });
}

/** The shop's setting of one email. */
export async function customerMailSetting(
  trx: Db,
  shopId: string,
  kind: CustomerMailKind,
): Promise<CustomerMailSetting> {
  const own = await trx
    .selectFrom('customer_mail_setting')
    .select(['enabled', 'subject', 'message'])
    .where('shop_id', '=', shopId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return withRevision({ kind, enabled: false, ...customerMailTexts[kind], ...own });
}

const withRevision = (setting: Omit<CustomerMailSetting, 'revision'>): CustomerMailSetting => ({
  ...setting,
  revision: revisionOf([setting.enabled, setting.subject, setting.message]),
});
