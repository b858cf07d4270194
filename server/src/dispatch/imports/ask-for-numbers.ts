import { courierName } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import { checkNumbers, type NumberCheck } from '../../shop/courier-accounts/check-numbers.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import type { ReadyRow } from './evaluate-fulfilments.ts';

type AskedNumbers = {
  /** Why the numbers of rows are in doubt, by position: their couriers do not know them, or did not answer. */
  readonly doubts: ReadonlyMap<number, string>;
  /** Positions of the rows for which their couriers did not answer, or were not asked because they are paused. */
  readonly unanswered: ReadonlySet<number>;
  /** Positions of the rows for which there was no time to ask. */
  readonly notAsked: ReadonlySet<number>;
};

/** Asks the couriers of these rows for their numbers. Couriers that are not connected cannot be asked. */
export async function askForNumbers(context: Context, ready: readonly ReadyRow[]): Promise<AskedNumbers> {
  const doubts = new Map<number, string>();
  const unanswered = new Set<number>();
  const notAsked = new Set<number>();
  const rows = ready.flatMap(({ row, courier }) =>
    'account' in courier
      ? [{ position: row.position, number: row.cells.tracking_number, account: courier.account }]
      : [],
  );
  const byAccount = [...Map.groupBy(rows, ({ account }) => account.id).values()];
  await Promise.all(byAccount.map(askAccount));
  return { doubts, unanswered, notAsked };

  async function askAccount(own: typeof rows): Promise<void> {
    const [first] = own;
    if (!first) return;
    const checks = await checkNumbers(
      context,
      first.account,
      own.map(({ number }) => number),
    );
    for (const { position, number } of own) {
      const check = checks.get(number) ?? 'unchecked';
      if (check === 'not-asked') notAsked.add(position);
      if (check === 'unchecked') unanswered.add(position);
      const doubt = doubtAbout(first.account, number, check);
      if (doubt !== undefined) doubts.set(position, doubt);
    }
  }
}

export function doubtAbout({ company }: AccountRow, number: string, check: NumberCheck): string | undefined {
  if (check === 'known') return undefined;
  const courier = courierName(company);
  return check === 'unknown'
    ? `${courier} does not know ${number} (yet)`
    : `${courier} gave no answer about ${number}, so it is not checked`;
}
