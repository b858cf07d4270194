import { setImmediate as yieldOnce } from 'node:timers/promises';
import type { Company } from '@courierdesk/contract/companies';
import { accountChooser, type ChosenAccount, type RuleOrder } from '../../shop/booking-rules/choose-account.ts';
import { rulesOf } from '../../shop/booking-rules/find-rules.ts';
import type { Context } from '../../base/context.ts';
import { cityMatchersOf, type CityMatcher } from '../../shop/courier-accounts/city-list.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { accountsByName } from '../../shop/courier-accounts/find-accounts.ts';
import type { CourierAbilities } from '../../adapters/couriers/courier.ts';
import { withShop } from '../../base/db/tenancy.ts';

/** The data that is needed to fill and check the rows of a batch, read once for all of them. */
export type PreparationData = {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  /** Cities by account, without accounts whose courier did not send its list in time. */
  readonly cities: ReadonlyMap<string, CityMatcher>;
  readonly abilities: (company: Company) => CourierAbilities;
  readonly choose: (order: RuleOrder) => ChosenAccount;
};

const cityListTimeoutMs = 1_500;

export async function readPreparationData(context: Context, shopId: string): Promise<PreparationData> {
  const { accounts, rules } = await withShop(context.db, shopId, async (trx) => ({
    accounts: await accountsByName(trx, shopId),
    rules: await rulesOf(trx, shopId),
  }));
  const active = accounts.filter((account) => !account.in_active);
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    cities: await cityMatchersOf(context, shopId, active, cityListTimeoutMs),
    abilities: (company) => context.couriers[company].abilities,
    choose: accountChooser(rules, accounts),
  };
}

const rowsAtOnce = 25;

/** Maps rows, and lets other requests run in between: matching the cities of 1,000 rows takes a while. */
export async function mapRows<Item, Mapped>(rows: readonly Item[], map: (row: Item) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await yieldOnce();
    mapped.push(map(row));
  }
  return mapped;
}
