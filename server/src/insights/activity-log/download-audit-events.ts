import { formatCount } from '@courierdesk/contract/count-text';
import { maxAuditEventsExported, type AuditEvent, type AuditFilter } from '@courierdesk/contract/audit';
import { auditGroupName } from '@courierdesk/contract/audit-groups';
import { dateFormatter, dayOf } from '@courierdesk/contract/dates';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { csvLine } from '../../base/files/csv-line.ts';
import { createTicket } from '../../base/files/tickets.ts';
import { writeFile } from '../../base/files/write-file.ts';
import { auditEventsBefore, countAuditEvents } from './list-audit-events.ts';
import { presentAuditEvent } from './present.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';

const keptMs = 3_600_000;
const rowsAtOnce = 2_000;

/** Writes the events that match to a CSV file and returns a ticket for it. The download is an event as well. */
export async function downloadAuditEvents(
  context: Context,
  actor: UserActor,
  filter: AuditFilter,
): Promise<{ ticket: string; total: number }> {
  const shop = { id: actor.shopId, timeZone: actor.shop.timeZone };
  const total = await withShop(context.db, shop.id, (trx) =>
    countAuditEvents(trx, shop, filter, maxAuditEventsExported),
  );
  if (total === 0) throw new AppError('cannot-export', 'No events match these filters.');
  if (total > maxAuditEventsExported)
    throw new AppError(
      'cannot-export',
      `More than ${formatCount(maxAuditEventsExported)} events match. Choose a shorter range of days.`,
    );
  const now = context.clock();
  const fileId = await writeFile(
    context,
    {
      shopId: shop.id,
      name: `activity-log-${dayOf(now, shop.timeZone)}.csv`,
      contentType: 'text/csv; charset=utf-8',
      expiresAt: new Date(now.getTime() + keptMs),
    },
    linesOf(context, shop, filter),
  );
  const ticket = await withShop(context.db, shop.id, async (trx) => {
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'audit.downloaded',
      subjectKind: 'shop',
      subjectId: shop.id,
      label: '',
      detail: { events: total },
    });
    return createTicket(trx, shop.id, fileId, now);
  });
  return { ticket, total };
}

const titles = ['Time', 'Who', 'Area', 'What', 'Subject', 'Before and after', 'IP address', 'Device', 'Request id'];

async function* linesOf(
  context: Pick<Context, 'db'>,
  shop: { id: string; timeZone: string },
  filter: AuditFilter,
): AsyncGenerator<Uint8Array> {
  // Without the byte order mark, Excel reads the file as Windows-1252.
  yield Buffer.from(`\uFEFF${csvLine(titles)}`);
  for (let before: string | undefined; ;) {
    const rows = await withShop(context.db, shop.id, (trx) =>
      auditEventsBefore(trx, shop, filter, { before, limit: rowsAtOnce }),
    );
    before = rows.at(-1)?.id;
    if (before === undefined) return;
    yield Buffer.from(rows.map((row) => csvLine(cellsOf(presentAuditEvent(row), shop.timeZone))).join(''));
  }
}

const cellsOf = (event: AuditEvent, timeZone: string): string[] => [
  timeOf(event.at, timeZone),
  event.actor.name,
  auditGroupName[event.group],
  `${event.actor.name} ${event.sentence}`,
  event.subject.label,
  event.changes.map(({ field, before, after }) => `${field}: ${before || 'empty'} → ${after || 'empty'}`).join('; '),
  event.ip,
  event.device,
  event.request_id,
];

/** `2026-11-20 15:04:05`, which spreadsheets read as a time. */
const timeOf = (at: string, timeZone: string): string =>
  dateFormatter('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at));
