import { setImmediate as yieldOnce } from 'node:timers/promises';
import type { Company } from '@courierdesk/contract/companies';
import { accountChooser, type ChosenAccount, type RuleOrder } from '../booking-rules/choose-account.ts';
import { rulesOf } from '../booking-rules/find-rules.ts';
import type { Context } from '../context.ts';
import { cityMatchersOf, type CityMatcher } from '../courier-accounts/city-list.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { accountsByName } from '../courier-accounts/find-accounts.ts';
import type { CourierAbilities } from '../couriers/courier.ts';
import { withShop } from '../db/tenancy.ts';

/** What the rows of a batch are judged by, read once for all of them. */
export type RowPreparationData = {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  /** Cities by account; without those whose courier did not give its list in time. */
  readonly cities: ReadonlyMap<string, CityMatcher>;
  readonly abilities: (company: Company) => CourierAbilities;
  readonly choose: (order: RuleOrder) => ChosenAccount;
};

const patienceMs = 1_500;

export async function readRowPreparationData(context: Context, shopId: string): Promise<RowPreparationData> {
  const { accounts, rules } = await withShop(context.db, shopId, async (trx) => ({
    accounts: await accountsByName(trx, shopId),
    rules: await rulesOf(trx, shopId),
  }));
  const active = accounts.filter((account) => !account.in_active);
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    cities: await cityMatchersOf(context, shopId, active, patienceMs),
    abilities: (company) => context.couriers[company].abilities,
    choose: accountChooser(rules, accounts),
  };
}

const rowsAtOnce = 25;

/** Matching a thousand cities takes a while: others get their turn in between. */
export async function forEachRow<One, Made>(rows: readonly One[], make: (row: One) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await yieldOnce();
    made.push(make(row));
  }
  return made;
}
