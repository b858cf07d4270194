import type { StoreOrdersQuery, StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import type { UserActor } from '../actor.ts';
import { accountChooser, becauseAssigned, type ChosenAccount } from '../booking-rules/choose-account.ts';
import { rulesOf } from '../booking-rules/find-rules.ts';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { activeAccounts } from '../courier-accounts/find-accounts.ts';
import { withShop } from '../db/tenancy.ts';
import { settingsOf } from '../settings/find-settings.ts';
import { askStoreOrders, type AskedList } from './ask-store-orders.ts';
import type { CompanyCities } from './city-matches.ts';
import { isFiltered } from './order-filters.ts';
import { ruledOrder } from './ruled-order.ts';
import { mirroredAt } from './queries.ts';
import { countAll, countBookedToday, countFound, idsOf, listedOrders, type ListedOrder } from './tab-queries.ts';

export type StoreOrderList = {
  readonly rows: readonly ShownOrder[];
  readonly total: number;
  readonly counts: Record<StoreOrdersTab, number>;
  readonly mirroredAt: Date | null;
};

/** A store order as lists show it. */
export type ShownOrder = ListedOrder & {
  readonly cityMatches: readonly { company: CompanyCities['company']; name: string | null }[];
  readonly cityUncertain: boolean;
  readonly suggested: SuggestedAccount | undefined;
};

export type SuggestedAccount = ChosenAccount & Pick<AccountRow, 'name' | 'company'> & { readonly assigned: boolean };

/** A page of a tab of the mirror, filtered and sorted, with the size of every tab. */
export async function listStoreOrders(
  context: Context,
  actor: UserActor,
  { page, limit, ...query }: StoreOrdersQuery,
): Promise<StoreOrderList> {
  const { shopId } = actor;
  const asked = await askStoreOrders(context, actor, query);
  const [bookedToday, all, rows, found, mirrored] = await withShop(context.db, shopId, (trx) =>
    Promise.all([
      countBookedToday(trx, shopId, asked.startOfDay),
      countAll(trx, shopId),
      idsOf(trx, asked, { limit, offset: (page - 1) * limit }).then((ids) => listedOrders(trx, shopId, ids)),
      isFiltered(asked) ? countFound(trx, asked) : undefined,
      mirroredAt(trx, shopId),
    ]),
  );
  const counts = { ...countsOfOpen(asked), 'booked-today': bookedToday, all };
  return {
    counts,
    rows: await showOrders(context, shopId, asked.companies, rows),
    total: found ?? counts[query.tab],
    mirroredAt: mirrored,
  };
}

/** Adds to each order how the couriers know its city, and the account that is suggested for it. */
export async function showOrders(
  context: Context,
  shopId: string,
  companies: readonly CompanyCities[],
  rows: readonly ListedOrder[],
): Promise<ShownOrder[]> {
  const spellings = rows.map((row) => row.order.city);
  const named = await Promise.all(
    companies.map(async (cities) => ({ company: cities.company, names: await cities.names(spellings) })),
  );
  const [rules, accounts, settings] = await withShop(context.db, shopId, (trx) =>
    Promise.all([rulesOf(trx, shopId), activeAccounts(trx, shopId), settingsOf(trx, shopId)]),
  );
  const choose = accountChooser(rules, accounts);
  return rows.map((row) => {
    const { city } = row.order;
    const cityMatches = named.map(({ company, names }) => ({ company, name: names.get(city) ?? null }));
    const cities = [city, ...cityMatches.flatMap(({ name }) => name ?? [])];
    const chosen = choose(ruledOrder(row.order, cities, row.order.store_weight || settings.default_weight));
    const account = accounts.find(({ id }) => id === chosen.accountId);
    return {
      ...row,
      cityMatches,
      cityUncertain: city !== '' && named[0]?.names.get(city) === null,
      suggested: account && {
        ...chosen,
        name: account.name,
        company: account.company,
        assigned: chosen.because === becauseAssigned,
      },
    };
  });
}

function countsOfOpen({ open, uncertainCities }: AskedList): { ready: number; look: number } {
  const uncertain = new Set(uncertainCities);
  let ready = 0;
  let look = 0;
  for (const { city, clean, withProblems } of open) {
    look += withProblems;
    if (uncertain.has(city)) look += clean;
    else ready += clean;
  }
  return { ready, look };
}
