import { performance } from 'node:perf_hooks';
import type { ImportKind } from '@courierdesk/contract/import-columns';
import type { CheckedRow, RawRow } from '@courierdesk/contract/import-rows';
import type { ChosenAccounts } from '@courierdesk/contract/imports';
import { sql } from 'kysely';
import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../db/ids.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { checkFile, partsOf, type CheckedFile } from './check-file.ts';
import { leaseMs } from './finish-part.ts';
import { refuseOtherAccounts } from './follow-accounts.ts';
import type { ImportTable } from './queries.ts';
import { workOnImport } from './work-on-import.ts';

export type ImportWish = {
  readonly kind: ImportKind;
  readonly rows: readonly RawRow[];
  readonly fileName: string;
  /** The courier of a statement, or empty. */
  readonly company: string;
  readonly notifyCustomer: boolean;
  readonly includeCancelled: boolean;
  /** Which of several accounts of a company follows its parcels. */
  readonly accounts: ChosenAccounts;
};

/** So many rows are gone through while the person waits, for at most `patienceMs`. */
const rowsAtOnce: Record<ImportKind, number> = { 'payment-status': 5_000, 'payment-statement': 5_000, fulfilment: 100 };
const patienceMs = 3_000;

/** Keeps the rows, then works on them: small files at once, others in the worker. */
export async function startImport(context: Context, actor: UserActor, wish: ImportWish): Promise<ImportTable> {
  const file = await checkFile({ ...wish, rows: () => partsOf(wish.rows) });
  if (file.total === 0) throw new AppError('invalid-input', 'There are no rows', { field: 'ordersData' });
  const atOnce = file.total <= rowsAtOnce[wish.kind];
  const kept = await keep(context, actor, wish, file, atOnce);
  if (atOnce) {
    const until = performance.now() + patienceMs;
    return workOnImport(context, kept, { isTimeUp: () => performance.now() > until, someoneWaits: true });
  }
  context.wake('imports');
  return kept;
}

async function keep(
  context: Context,
  actor: UserActor,
  wish: ImportWish,
  file: CheckedFile,
  leased: boolean,
): Promise<ImportTable> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    await refuseOtherAccounts(trx, actor.shopId, wish.accounts);
    const kept = await trx
      .insertInto('import')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        kind: wish.kind,
        file_name: wish.fileName,
        company: wish.company,
        notify_customer: wish.notifyCustomer,
        include_cancelled: wish.includeCancelled,
        accounts: JSON.stringify(wish.accounts),
        state: 'under-way',
        total: file.total,
        asked_by: actor.name,
        asked_by_tag: actor.tag,
        asked_by_user_id: actor.userId,
        next_at: now,
        ...(leased && { lease_id: newId(now), lease_until: new Date(now.getTime() + leaseMs) }),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    let position = 0;
    for await (const rows of file.parts()) {
      await keepRows(trx, kept, rows, position);
      position += rows.length;
    }
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'import.started',
      subjectKind: 'import',
      subjectId: kept.id,
      detail: {
        ...{ kind: wish.kind, rows: file.total, company: wish.company, accounts: wish.accounts },
        ...(wish.includeCancelled && { include_cancelled: true }),
      },
    });
    return kept;
  });
}

async function keepRows(trx: Db, kept: ImportTable, rows: readonly CheckedRow[], from: number): Promise<void> {
  const part = rows.map(({ line, cells, state, reason }, index) => ({
    position: from + index,
    ...{ line, state, reason },
    ...cells,
  }));
  await sql`
    insert into import_row (
      shop_id, import_id, position, line, order_name, tracking_number, company, payment_status, amount, paid_date,
      reference, state, reason)
    select ${kept.shop_id}, ${kept.id}, position, line, order_name, tracking_number, company, payment_status, amount,
           paid_date, reference, state, reason
    from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as given(
      position integer, line integer, order_name text, tracking_number text, company text, payment_status text,
      amount text, paid_date text, reference text, state text, reason text)`.execute(trx);
}
