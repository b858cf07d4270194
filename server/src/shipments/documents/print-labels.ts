import { setTimeout as pause } from 'node:timers/promises';
import { maxPrintsUnderWay, type PaperSize, type PrintKind } from '@courierdesk/contract/labels';
import { sql } from 'kysely';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { createTicket } from '../../base/files/tickets.ts';
import { unprintableNotes } from './print-notes.ts';
import { printById, printsOf, shipmentsInOrder, type PrintRow } from './queries.ts';
import { renderPrint } from './render-print.ts';

type PrintInput = {
  readonly shipment_ids: readonly string[];
  readonly kind: PrintKind;
  readonly size: PaperSize;
  readonly with_load_sheets: boolean;
  readonly only_unprinted: boolean;
  readonly with_ended: boolean;
};

/**
 * The request renders at most so many parcels, so that a few labels come at once. The worker renders larger prints, and those
 * of a shop that has many under way.
 */
const maxRenderedByRequest = 20;
/** How long the request waits for its PDF. After that, it renders on in the background. */
const waitMs = 3000;
/** The worker also renders a print whose request was killed, or takes longer. The first result counts. */
const takenOverMs = 90_000;

export async function printLabels(
  context: Context,
  actor: UserActor,
  input: PrintInput,
): Promise<{ print: PrintRow; ticket: string | null }> {
  const forWorker = input.shipment_ids.length > maxRenderedByRequest || !context.heavyWork.hasRoom(actor.shopId);
  const claimed = await insertPrint(context, actor, input, forWorker);
  if (forWorker) return { print: claimed, ticket: null };
  const work = renderPrint(context, claimed).catch((error: unknown) => {
    context.log.error({ err: error, print: claimed.id }, 'could not render a print, the worker will retry');
  });
  await Promise.race([work, pause(waitMs, undefined, { ref: false })]);
  return withShop(context.db, actor.shopId, async (trx) => {
    const print = (await printById(trx, actor.shopId, claimed.id)) ?? claimed;
    const ready = print.state === 'done' && print.file_id !== null;
    return {
      print,
      ticket: ready ? await createTicket(trx, actor.shopId, print.file_id ?? '', context.clock()) : null,
    };
  });
}

function insertPrint(context: Context, actor: UserActor, input: PrintInput, forWorker: boolean): Promise<PrintRow> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    await checkUnderWay(trx, actor.shopId);
    const { kind, with_ended: withEnded } = input;
    const found = await shipmentsInOrder(trx, actor.shopId, input.shipment_ids);
    if (found.length < input.shipment_ids.length) throw notFound('A parcel of this selection');
    const printed = input.only_unprinted ? await printsOf(trx, actor.shopId, input.shipment_ids, kind) : new Map();
    const shipments = found.filter(({ id }) => !printed.has(id));
    if (shipments.length === 0)
      throw new AppError('cannot-print', 'All of these parcels were printed before.', {
        detail: { printed: printed.size },
      });
    const notes = shipments.flatMap((shipment) => unprintableNotes(shipment, { kind, withEnded }));
    if (notes.length === shipments.length) {
      const [only] = notes;
      const words = notes.length === 1 ? `${only?.order_name}: ${only?.message}` : 'None of these parcels has a label.';
      throw new AppError('cannot-print', words, { detail: { notes } });
    }
    const print = await trx
      .insertInto('label_print')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        kind,
        size: input.size,
        with_load_sheets: input.with_load_sheets,
        with_ended: withEnded,
        shipment_ids: shipments.map(({ id }) => id),
        state: 'under-way',
        total: shipments.length,
        notes: '[]',
        asked_by: actor.name,
        asked_by_user_id: actor.userId,
        asked_ip: actor.ip,
        asked_user_agent: actor.userAgent,
        asked_request_id: actor.requestId,
        created_at: now,
        tries: forWorker ? 0 : 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const at = forWorker ? now : new Date(now.getTime() + takenOverMs);
    await context.jobs.request(trx, 'prints', { shopId: actor.shopId, key: print.id, at });
    return print;
  });
}

/** One person's prints do not fill the queue of all shops. */
async function checkUnderWay(trx: Db, shopId: string): Promise<void> {
  const { n } = await trx
    .selectFrom('label_print')
    .select(sql<number>`count(*)`.as('n'))
    .where('shop_id', '=', shopId)
    .where('state', '=', 'under-way')
    .executeTakeFirstOrThrow();
  if (n >= maxPrintsUnderWay)
    throw new AppError('cannot-print', `${maxPrintsUnderWay} prints are already under way. Wait until one is ready.`);
}

export async function ticketForPrint(context: Context, actor: UserActor, id: string): Promise<string> {
  return withShop(context.db, actor.shopId, async (trx) => {
    const print = await printById(trx, actor.shopId, id);
    if (!print) throw notFound('This print');
    if (print.state === 'under-way') throw new AppError('cannot-print', 'This print is not ready yet.');
    if (print.state === 'failed' || !print.file_id)
      throw new AppError('cannot-print', 'This print has expired. Please print again.');
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'labels.downloaded',
      subjectKind: 'label_print',
      subjectId: print.id,
      label: '',
      detail: { kind: print.kind, parcels: print.total },
    });
    return createTicket(trx, actor.shopId, print.file_id, context.clock());
  });
}
