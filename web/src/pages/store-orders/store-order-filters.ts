import { formatRupees } from '@courierdesk/contract/money';
import {
  noAccount,
  orderProblemText,
  type PaymentFilter,
  type StoreOrdersFilter,
} from '@courierdesk/contract/store-order-filters';
import { countText } from '@courierdesk/contract/count-text';
import { readStoreOrders, type StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import { textOf } from '../../lib/url-filters.ts';
import type { UrlFilter } from '../../ui/filters/url-filter.ts';

export type ActiveFilter = UrlFilter<StoreOrdersSearch> & { readonly filter: StoreOrdersFilter };

export const paymentText: Record<PaymentFilter, string> = { COD: 'COD', PREPAID: 'Prepaid' };
const operatorText: Readonly<Record<string, string>> = { GREATER: 'more than', LESS: 'less than', EQUAL: 'exactly' };

/** The filters of a URL as texts, valid or not. */
export function activeFilters(
  search: StoreOrdersSearch,
  accountName: (id: string) => string | undefined,
): ActiveFilter[] {
  const { query, problems = {} } = readStoreOrders(search);
  const [account, days] = [textOf(search.account), textOf(search.days)];
  const operator = 'op' in problems ? textOf(search.op) : operatorText[query.op];
  const chip = (
    filter: StoreOrdersFilter,
    name: string,
    value: string,
    ...names: readonly (keyof StoreOrdersSearch)[]
  ): ActiveFilter[] => {
    if (!value) return [];
    const without = Object.fromEntries(names.map((one) => [one, undefined]));
    return [{ filter, name, value, without, error: names.map((one) => problems[one]).find(Boolean) }];
  };
  return [
    ...chip('query', 'Search', search.query ? `“${textOf(search.query)}”` : '', 'query'),
    ...chip('tag', 'Tag', textOf(search.tag), 'tag'),
    ...chip('city', 'City', textOf(search.city), 'city'),
    ...chip('payment', 'Payment', query.payment ? paymentText[query.payment] : textOf(search.payment), 'payment'),
    ...chip('days', 'Age', days && `${operator} ${daysText(days)}`, 'days', 'op'),
    ...chip('total', 'Total', totalWords(textOf(search.total_from), textOf(search.total_to)), 'total_from', 'total_to'),
    ...chip('account', 'Courier', account === noAccount ? 'None' : (accountName(account) ?? account), 'account'),
    ...chip('missing', 'Missing', query.missing ? orderProblemText[query.missing] : textOf(search.missing), 'missing'),
  ];
}

function totalWords(from: string, to: string): string {
  if (from && to) return `${rupees(from)} to ${rupees(to)}`;
  if (from) return `from ${rupees(from)}`;
  return to && `up to ${rupees(to)}`;
}

const daysText = (text: string): string => (/^\d+$/.test(text) ? countText(Number(text), 'day') : `${text} days`);

const rupees = (text: string): string => (/^\d+$/.test(text) ? formatRupees(Number(text)) : text);
