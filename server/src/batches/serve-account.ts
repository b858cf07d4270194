import type { Context } from '../context.ts';
import { companyName } from '@courierdesk/contract/companies';
import { loadAccount, type AccountRow } from '../courier-accounts/load-account.ts';
import { withShop } from '../db/tenancy.ts';
import { paceOf } from './account-pace.ts';
import { bookRow } from './book-row.ts';
import { prepareRows, type Prepared } from './prepare-rows.ts';
import { putOffAccount } from './row-ends.ts';
import { giveBack, newHand, prolong, prolongEveryMs, type AccountKey, type Hand } from './row-leases.ts';

/** After this long other accounts get their turn. */
const turnMs = 60_000;

/** Books the due rows of one account, as many at a time as its courier takes; answers how many it had in hand. */
export async function serveAccount(context: Context, key: AccountKey, signal: AbortSignal): Promise<number> {
  const account = await withShop(context.db, key.shop_id, (trx) => loadAccount(trx, key.shop_id, key.account_id));
  if (!account) throw new Error(`rows wait for the account ${key.account_id}, which is not there`);
  await leaveAlone(context, account);
  const hand = newHand(context, account);
  const prolonging = setInterval(() => {
    prolong(context, hand).catch((error: unknown) => context.log.warn({ err: error }, 'rows of a batch not prolonged'));
  }, prolongEveryMs);
  try {
    return await workThrough(context, hand, signal);
  } finally {
    clearInterval(prolonging);
  }
}

/** While the account is paused nothing new is begun; what a dead worker left is still followed. */
async function leaveAlone(context: Context, account: AccountRow): Promise<void> {
  const { paused_until: until } = account;
  if (!until || until <= context.clock()) return;
  const words = `${companyName[account.company]} does not answer at the moment. It is tried again by itself.`;
  await putOffAccount(context, account, until, words);
}

async function workThrough(context: Context, hand: Hand, signal: AbortSignal): Promise<number> {
  const pace = paceOf(context, hand.account);
  const until = performance.now() + turnMs;
  const inHand = new Set<Promise<void>>();
  const prepared: Prepared[] = [];
  let [served, stopped, more] = [0, false, true];
  let preparing: Promise<void> | undefined;
  const isOver = (): boolean => stopped || signal.aborted || performance.now() > until;

  // What is lost here comes round again when its lease ends.
  const lost = (error: unknown): void => {
    context.log.error({ err: error, account: hand.account.id }, 'work on a batch broke off');
    stopped = true;
  };
  const prepareNext = async (): Promise<void> => {
    const next = await prepareRows(context, hand, pace.toCheck());
    prepared.push(...next.prepared);
    more = next.more;
  };
  const book = async (one: Prepared): Promise<void> => {
    if ((await bookRow(context, hand, one, pace)) === 'stop') stopped = true;
  };
  for (;;) {
    while (!isOver() && inHand.size < pace.inHand()) {
      const one = prepared.shift();
      if (!one) break;
      served += 1;
      const booking: Promise<void> = book(one)
        .catch(lost)
        .finally(() => inHand.delete(booking));
      inHand.add(booking);
    }
    if (!preparing && more && !isOver() && prepared.length < pace.toCheck())
      preparing = prepareNext()
        .catch(lost)
        .finally(() => {
          preparing = undefined;
        });
    if (inHand.size === 0 && !preparing) break;
    await Promise.race([...inHand, ...(preparing ? [preparing] : [])]);
  }
  await giveBack(
    context,
    hand,
    prepared.map((one) => one.row),
  );
  return served;
}
