import type { RunStuckWork } from '@courierdesk/contract/operator';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { noShop } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { legalTopics } from '../../store-app/webhooks/legal-requests.ts';
import { changeDesiredState, tryAtOnce } from '../../store/sync/change-desired-state.ts';
import { requestStoreUpdate } from '../../store/sync/request-store-update.ts';
import { recordOperatorAction } from './record-operator-action.ts';
import { stuckTries, uncertainBefore } from './stuck-limits.ts';

const nothingToDo = { message: 'This is running already, or is no longer stuck.' };

/**
 * Makes stuck work due now. It only moves a time that the work waits for, so nothing is sent that would not be sent later
 * anyway, and a second call changes nothing.
 */
export async function runStuckWork(
  context: Context,
  { what, shop_id: shopId, id }: RunStuckWork,
): Promise<{ message: string }> {
  if (what === 'scheduled-job') return (await runScheduledJob(context, id)) ? done : nothingToDo;
  const owner = shopId ?? noShop;
  const ran = await withShop(context.db, owner, (trx) => run[what](trx, context, owner, id));
  return ran ? done : nothingToDo;
}

const done = { message: 'It runs within a few seconds.' };

/** Each returns whether it changed anything. */
const run = {
  'uncertain-booking': lookUpNow,
  'late-store-updates': (trx: Db, context: Context, shopId: string) =>
    updateStoreNow(trx, context, shopId, sql<boolean>`desired.state = 'due' and desired.tries >= ${stuckTries}`),
  /** What a person of the shop must decide (a conflict) is not tried again. */
  'stopped-store-updates': (trx: Db, context: Context, shopId: string) =>
    updateStoreNow(trx, context, shopId, sql<boolean>`desired.state = 'failed'`),
  job: runJobNow,
  'legal-request': tryLegalRequestNow,
};

async function lookUpNow(trx: Db, context: Context, shopId: string, id: string): Promise<boolean> {
  const now = context.clock();
  const shipment = await trx
    .updateTable('shipment')
    .set({ next_look_up_at: now })
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .where('booking_state', '=', 'uncertain')
    .where('next_look_up_at', '>', now)
    .where('claimed_at', '<', uncertainBefore(context.config, now))
    .returning('order_name')
    .executeTakeFirst();
  if (!shipment) return false;
  await context.jobs.request(trx, 'booking-look-ups', { shopId, key: id, at: now });
  const subject = { kind: 'shipment' as const, id, label: shipment.order_name };
  await recordOperatorAction(trx, context, shopId, {
    action: 'shop.work-run',
    work: 'look-up of the booking',
    subject,
  });
  return true;
}

/** Which rows: a condition on `desired_store_state as desired`. */
async function updateStoreNow(
  trx: Db,
  context: Context,
  shopId: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<boolean> {
  const now = context.clock();
  const changed = await changeDesiredState(trx, shopId, tryAtOnce(now), now).where(condition).executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await requestStoreUpdate(trx, shopId, { jobs: context.jobs, now });
  await recordOperatorAction(trx, context, shopId, { action: 'shop.work-run', work: 'store updates' });
  return true;
}

/** A job whose last run failed waits for a pause that grows. */
async function runJobNow(trx: Db, context: Context, shopId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set start_after = now()
    where id::text = ${id} and group_id = ${shopId} and state = 'retry' and start_after > now()
    returning name`.execute(trx);
  const [job] = rows;
  if (!job) return false;
  // Mails to reset a password belong to no shop, which has no activity log.
  if (shopId === noShop) context.log.info({ job: job.name, id }, 'the operator ran a job now');
  else await recordOperatorAction(trx, context, shopId, { action: 'shop.work-run', work: job.name });
  return true;
}

async function tryLegalRequestNow(trx: Db, context: Context, shopId: string, id: string): Promise<boolean> {
  const now = context.clock();
  const request = await trx
    .updateTable('webhook_inbox')
    .set({ next_at: now })
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .where('topic', 'in', legalTopics)
    .where('processed_at', 'is', null)
    .where('next_at', '>', now)
    .returning('topic')
    .executeTakeFirst();
  if (!request) return false;
  await context.jobs.request(trx, 'webhooks', { shopId, at: now });
  await recordOperatorAction(trx, context, shopId, { action: 'shop.work-run', work: request.topic });
  return true;
}

/** A nightly or hourly job that was given up: as pg-boss itself tries a failed job again. */
async function runScheduledJob({ pool, log }: Context, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>(
    `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
     where id::text = $1 and state = 'failed' and name in (select name from pgboss.schedule) returning name`,
    [id],
  );
  for (const { name } of rows) log.info({ job: name, id }, 'the operator ran a job now');
  return rows.length > 0;
}
