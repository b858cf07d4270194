import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { loadAccount } from '../../shop/courier-accounts/load-account.ts';
import { shipmentById } from '../record/find-shipments.ts';
import { askForLabel, labelAtHand } from './courier-label.ts';

const maxTries = 8;

/**
 * Downloads the label of a shipment, the key of the job, if it is due: its courier offers it only once. Returns when the next
 * try is due.
 */
export async function downloadDueLabel(
  context: Context,
  { shopId, key: shipmentId }: Required<Job>,
): Promise<Date | undefined> {
  const tries = await beginTry(context, shopId, shipmentId);
  if (tries !== undefined) await download(context, shopId, shipmentId, tries);
  const waiting = await withShop(context.db, shopId, (trx) =>
    trx
      .selectFrom('shipment_slip')
      .select('next_at')
      .where('shop_id', '=', shopId)
      .where('shipment_id', '=', shipmentId)
      .executeTakeFirst(),
  );
  return waiting?.next_at ?? undefined;
}

export async function labelsToDownload(trx: Db): Promise<(Required<Job> & { readonly at: Date })[]> {
  const rows = await trx
    .selectFrom('shipment_slip')
    .select(['shop_id as shopId', 'shipment_id as key', 'next_at as at'])
    .where('next_at', 'is not', null)
    .execute();
  return rows.flatMap(({ at, ...job }) => (at ? [{ ...job, at }] : []));
}

/**
 * Counts the try and sets the time of the next one before it starts, so that a label which kills its process ends too.
 * Retries after 10 s, 20 s, 40 s … 20 min. After the last retry, printing the label tries again.
 */
function beginTry({ db, clock }: Context, shopId: string, shipmentId: string): Promise<number | undefined> {
  const now = clock();
  return withShop(db, shopId, async (trx) => {
    const due = await trx
      .selectFrom('shipment_slip')
      .select('tries')
      .where('shop_id', '=', shopId)
      .where('shipment_id', '=', shipmentId)
      .where('next_at', '<=', now)
      .forUpdate()
      .executeTakeFirst();
    if (!due) return undefined;
    const tries = due.tries + 1;
    const nextAt = tries < maxTries ? new Date(now.getTime() + firstPauseMs * 2 ** due.tries) : null;
    await trx
      .updateTable('shipment_slip')
      .set({ tries, next_at: nextAt })
      .where('shop_id', '=', shopId)
      .where('shipment_id', '=', shipmentId)
      .execute();
    return tries;
  });
}

const firstPauseMs = 10_000;

async function download(context: Context, shopId: string, shipmentId: string, tries: number): Promise<void> {
  const found = await withShop(context.db, shopId, async (trx) => {
    const shipment = await shipmentById(trx, shopId, shipmentId);
    const account = shipment && (await loadAccount(trx, shopId, shipment.account_id));
    return account && { shipment, account };
  });
  if (!found) return;
  const { shipment, account } = found;
  const label = (await labelAtHand(context, shipment, account)) ?? (await askForLabel(context, shipment, account, []));
  if (label.kind === 'none')
    context.log.info({ company: account.company, tries, why: label.why }, 'label not downloaded yet');
}
