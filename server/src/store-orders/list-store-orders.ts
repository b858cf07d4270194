import type { OrderProblem, StoreOrdersQuery, StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import type { UserActor } from '../actor.ts';
import { accountChooser, becauseAssigned, type ChosenAccount } from '../booking-rules/choose-account.ts';
import { rulesOf } from '../booking-rules/find-rules.ts';
import type { Context } from '../context.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import { accountsByName } from '../courier-accounts/find-accounts.ts';
import { withShop } from '../db/tenancy.ts';
import { settingsOf } from '../settings/find-settings.ts';
import { resolveStoreOrdersRequest, usualValues, type StoreOrdersListRequest } from './resolve-list-request.ts';
import type { CompanyCities } from './city-matches.ts';
import { isFiltered, unusualValues } from './order-filters.ts';
import { orderForRules } from './store-order-row.ts';
import { mirroredAt } from './queries.ts';
import {
  countAllOrders,
  countBookedToday,
  countMatching,
  pageOfIds,
  listedOrders,
  type ListedOrder,
} from './tab-queries.ts';

export type StoreOrderList = {
  readonly rows: readonly StoreOrderListItem[];
  readonly total: number;
  readonly counts: Record<StoreOrdersTab, number>;
  readonly mirroredAt: Date | null;
};

/** A store order with the data that lists show. */
export type StoreOrderListItem = ListedOrder & {
  readonly cityMatches: readonly { company: CompanyCities['company']; name: string | null }[];
  readonly cityUncertain: boolean;
  /** What a batch would ask about, although what the store says of the order is plain. */
  readonly unusual: readonly OrderProblem[];
  readonly suggested: SuggestedAccount | undefined;
};

export type SuggestedAccount = ChosenAccount & Pick<AccountRow, 'name' | 'company'> & { readonly assigned: boolean };

/** One page of a tab, filtered and sorted, with the counts of all tabs. */
export async function listStoreOrders(
  context: Context,
  actor: UserActor,
  { page, limit, ...query }: StoreOrdersQuery,
): Promise<StoreOrderList> {
  const { shopId } = actor;
  const request = await resolveStoreOrdersRequest(context, actor, query);
  const [bookedToday, all, rows, found, mirrored] = await withShop(context.db, shopId, (trx) =>
    Promise.all([
      countBookedToday(trx, shopId, request.startOfDay),
      countAllOrders(trx, shopId),
      pageOfIds(trx, request, { limit, offset: (page - 1) * limit }).then((ids) => listedOrders(trx, shopId, ids)),
      isFiltered(request) ? countMatching(trx, request) : undefined,
      mirroredAt(trx, shopId),
    ]),
  );
  const counts = { ...countsOfOpen(request), 'booked-today': bookedToday, all };
  return {
    counts,
    rows: await addListDetails(context, shopId, request.companies, rows),
    total: found ?? counts[query.tab],
    mirroredAt: mirrored,
  };
}

/** Adds each order's city in the couriers' lists, and its suggested account. */
export async function addListDetails(
  context: Context,
  shopId: string,
  companies: readonly CompanyCities[],
  rows: readonly ListedOrder[],
): Promise<StoreOrderListItem[]> {
  const spellings = rows.map((row) => row.order.city);
  const named = await Promise.all(
    companies.map(async (cities) => ({ company: cities.company, names: await cities.names(spellings) })),
  );
  const [rules, accounts, settings, usual] = await withShop(context.db, shopId, (trx) =>
    Promise.all([rulesOf(trx, shopId), accountsByName(trx, shopId), settingsOf(trx, shopId), usualValues(trx, shopId)]),
  );
  const choose = accountChooser(rules, accounts);
  return rows.map((row) => {
    const { city } = row.order;
    const cityMatches = named.map(({ company, names }) => ({ company, name: names.get(city) ?? null }));
    const cities = [city, ...cityMatches.flatMap(({ name }) => name ?? [])];
    const chosen = choose(orderForRules(row.order, cities, row.order.store_weight || settings.default_weight));
    const account = accounts.find(({ id }) => id === chosen.accountId);
    return {
      ...row,
      cityMatches,
      unusual: unusualValues(row.order, usual),
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

function countsOfOpen({ open, uncertainCities }: StoreOrdersListRequest): { ready: number; look: number } {
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
