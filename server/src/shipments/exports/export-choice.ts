import { ExportColumn, defaultColumns } from '@courierdesk/contract/export-columns';
import { ExportFormat, type ExportChoice } from '@courierdesk/contract/exports';
import type { UserActor } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';

/** This person's last choice, without columns that no longer exist. */
export async function choiceOf(trx: Db, actor: UserActor): Promise<ExportChoice> {
  const row = await trx
    .selectFrom('export_choice')
    .select(['columns', 'format', 'bom'])
    .where('shop_id', '=', actor.shopId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  const columns = (row?.columns ?? []).flatMap((column) => ExportColumn.safeParse(column).data ?? []);
  return {
    columns: columns.length > 0 ? columns : [...defaultColumns],
    format: ExportFormat.catch('csv').parse(row?.format),
    bom: row?.bom ?? true,
  };
}

export async function rememberChoice(trx: Db, actor: UserActor, choice: ExportChoice): Promise<void> {
  const chosen = { columns: [...choice.columns], format: choice.format, bom: choice.bom };
  await trx
    .insertInto('export_choice')
    .values({ shop_id: actor.shopId, user_id: actor.userId, ...chosen })
    .onConflict((conflict) => conflict.columns(['shop_id', 'user_id']).doUpdateSet(chosen))
    .execute();
}
