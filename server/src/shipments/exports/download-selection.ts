import { downloadCsv, type ExportChoice } from '@courierdesk/contract/exports';
import type { BodyOf } from '@courierdesk/contract/endpoint';
import { Readable } from 'node:stream';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { FileReply } from '../../base/http/route.ts';
import { newToken, readToken } from '../../base/secrets/tokens.ts';
import { checkPlan, checkTotal } from './check-export.ts';
import { rememberChoice } from './export-choice.ts';
import { exportRows } from './export-rows.ts';
import { contentType, fileNameOf, writeExportFile } from './export-file.ts';
import { countSelected, type OrderSelection } from './selected-shipments.ts';

type DownloadRequest = BodyOf<typeof downloadCsv>;

const ticketMs = 60_000;

/** A ticket for downloading selected orders, because a browser download cannot send the session token. */
export async function selectionTicket(
  context: Context,
  actor: UserActor,
  wish: DownloadRequest,
): Promise<{ ticket: string; total: number }> {
  const now = context.clock();
  const { selection, ...choice } = wish;
  const { token, hash } = newToken(actor.shopId);
  return withShop(context.db, actor.shopId, async (trx) => {
    await checkPlan(trx, actor.shopId, now);
    const total = await countSelected(trx, { id: actor.shopId, timeZone: actor.shop.timeZone }, selection, now);
    checkTotal(total, choice.format);
    await rememberChoice(trx, actor, choice);
    await trx
      .insertInto('selection_download')
      .values({
        shop_id: actor.shopId,
        token_hash: hash,
        user_id: actor.userId,
        request: JSON.stringify(wish),
        expires_at: new Date(now.getTime() + ticketMs),
      })
      .execute();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'orders.downloaded',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: '',
      detail: { orders: total, format: choice.format, columns: [...choice.columns] },
    });
    return { ticket: token, total };
  });
}

/** Writes the file while the browser saves it. */
export async function downloadSelection(context: Context, ticket: string): Promise<FileReply> {
  const read = readToken(ticket);
  if (!read) throw expiredLink();
  const now = context.clock();
  const { request, timeZone } = await withShop(context.db, read.shopId, async (trx) => {
    const used = await trx
      .deleteFrom('selection_download')
      .where('shop_id', '=', read.shopId)
      .where('token_hash', '=', read.hash)
      .returning(['request', 'expires_at'])
      .executeTakeFirst();
    if (!used || used.expires_at <= now) throw expiredLink();
    const shop = await trx
      .selectFrom('shop')
      .select('time_zone')
      .where('id', '=', read.shopId)
      .executeTakeFirstOrThrow();
    return { request: downloadCsv.body.parse(used.request), timeZone: shop.time_zone };
  });
  const { selection, ...choice }: { selection: OrderSelection } & ExportChoice = request;
  const rows = exportRows(context, { id: read.shopId, timeZone }, selection, choice.columns);
  return new FileReply({
    name: fileNameOf(choice.format, now, timeZone, newId(now)),
    contentType: contentType[choice.format],
    body: Readable.from(writeExportFile(choice, rows), { objectMode: false }),
  });
}

const expiredLink = (): AppError =>
  new AppError('token-expired', 'This download link has expired or was already used. Go back and export again.');
