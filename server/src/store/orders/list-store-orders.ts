import type { OrderProblem, StoreOrdersQuery, StoreOrdersTab } from '@courierdesk/contract/store-order-filters';
import type { UserActor } from '../../base/actor.ts';
import { accountChooser, becauseAssigned, type ChosenAccount } from '../../shop/booking-rules/choose-account.ts';
import type { Context } from '../../base/context.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { resolveStoreOrdersRequest, type StoreOrdersListRequest } from './resolve-list-request.ts';
import type { CompanyCities } from './city-matches.ts';
import { isFiltered, problemsBeforeBooking } from './order-filters.ts';
import { withoutShipments } from './order-lines.ts';
import { codOf, orderForRules } from './store-order-row.ts';
import { mirroredAt } from './queries.ts';
import {
  countAllOrders,
  countBookedToday,
  countMatching,
  countOpen,
  pageOfIds,
  listedOrders,
  type ListedOrder,
} from './tab-queries.ts';

type StoreOrderList = {
  readonly rows: readonly StoreOrderListItem[];
  readonly total: number;
  readonly counts: Record<StoreOrdersTab, number>;
  readonly mirroredAt: Date | null;
};

/** A store order with the data that lists show. */
export type StoreOrderListItem = ListedOrder & {
  /** Whole rupees that the booking form proposes; of a booked order, all that is open. */
  readonly cod: number;
  readonly cityMatches: readonly { company: CompanyCities['company']; name: string | null }[];
  /** What a batch would ask about. */
  readonly problems: readonly OrderProblem[];
  readonly suggested: SuggestedAccount | undefined;
};

type SuggestedAccount = ChosenAccount & Pick<AccountRow, 'name' | 'company'> & { readonly assigned: boolean };

/** One page of a tab, filtered and sorted, with the counts of all tabs. */
export async function listStoreOrders(
  context: Context,
  actor: UserActor,
  { page, limit, ...query }: StoreOrdersQuery,
): Promise<StoreOrderList> {
  const { shopId } = actor;
  const request = await resolveStoreOrdersRequest(context, actor, query);
  const { counts, rows, found, mirrored } = await withShop(context.db, shopId, async (trx) => {
    const ids = await pageOfIds(trx, request, { limit, offset: (page - 1) * limit });
    return {
      counts: {
        ...(await countOpen(trx, request)),
        'booked-today': await countBookedToday(trx, request),
        all: await countAllOrders(trx, shopId),
      },
      rows: await listedOrders(trx, shopId, ids),
      found: isFiltered(request) ? await countMatching(trx, request) : undefined,
      mirrored: await mirroredAt(trx, shopId),
    };
  });
  return {
    counts,
    rows: await addListDetails(request, rows),
    total: found ?? counts[query.tab],
    mirroredAt: mirrored,
  };
}

/** Adds each order's city in the couriers' lists, its suggested account, and its problems. */
export async function addListDetails(
  request: Pick<StoreOrdersListRequest, 'choice' | 'limits' | 'usualCod' | 'hiddenBefore' | 'corrected'>,
  rows: readonly ListedOrder[],
): Promise<StoreOrderListItem[]> {
  const { rules, accounts, companies, settings } = request.choice;
  const spellings = rows.map((row) => row.order.city);
  const named = await Promise.all(
    companies.map(async (cities) => ({ company: cities.company, names: await cities.names(spellings) })),
  );
  const choose = accountChooser(rules, accounts);
  return rows.map((row) => {
    const { city } = row.order;
    const cityMatches = named.map(({ company, names }) => ({ company, name: names.get(city) ?? null }));
    const cities = [city, ...cityMatches.flatMap(({ name }) => name ?? [])];
    const toSend = row.order.held ? row.order : withoutShipments(row.order, row.holding);
    const cod = codOf(toSend);
    const chosen = choose(orderForRules(toSend, cities, row.order.store_weight || settings.default_weight));
    const account = accounts.find(({ id }) => id === chosen.accountId);
    return {
      ...row,
      cod,
      cityMatches,
      problems: problemsBeforeBooking(row.order, cod, request, chosen.accountId),
      suggested: account && {
        ...chosen,
        name: account.name,
        company: account.company,
        assigned: chosen.because === becauseAssigned,
      },
    };
  });
}
