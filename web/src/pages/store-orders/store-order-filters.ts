import { formatRupees } from '@courierdesk/contract/money';
import {
  noAccount,
  OrderProblem,
  orderProblemText,
  PaymentFilter,
  type StoreOrdersFilter,
} from '@courierdesk/contract/store-order-filters';
import { countText } from '../../lib/count-text.ts';
import type { FilterProblems, StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import type { FilterChip } from '../../ui/filters/filter-chips.tsx';

export type ActiveFilter = FilterChip & {
  readonly filter: StoreOrdersFilter;
  /** The change of the URL that clears it. */
  readonly without: Partial<StoreOrdersSearch>;
};

export const paymentText: Record<PaymentFilter, string> = { COD: 'COD', PREPAID: 'Prepaid' };
const operatorText: Readonly<Record<string, string>> = { GREATER: 'more than', LESS: 'less than', EQUAL: 'exactly' };

/** The filters of a URL as texts, valid or not. */
export function activeFilters(
  search: StoreOrdersSearch,
  problems: FilterProblems,
  accountName: (id: string) => string | undefined,
): ActiveFilter[] {
  const chip = (
    filter: StoreOrdersFilter,
    name: string,
    value: string | undefined,
    without: Partial<StoreOrdersSearch>,
  ): ActiveFilter[] =>
    value
      ? [
          {
            filter,
            name,
            value,
            without,
            error: Object.keys(without)
              .map((one) => problems[one])
              .find(Boolean),
          },
        ]
      : [];
  const payment = PaymentFilter.safeParse(search.payment?.toUpperCase()).data;
  const missing = OrderProblem.safeParse(search.missing?.toLowerCase()).data;
  const operator = (search.op ?? 'GREATER').toUpperCase();
  return [
    ...chip('query', 'Search', search.query && `“${search.query}”`, { query: undefined }),
    ...chip('tag', 'Tag', search.tag, { tag: undefined }),
    ...chip('city', 'City', search.city, { city: undefined }),
    ...chip('payment', 'Payment', payment ? paymentText[payment] : search.payment, { payment: undefined }),
    ...chip('days', 'Age', search.days && `${operatorText[operator] ?? operator} ${daysText(search.days)}`, {
      days: undefined,
      op: undefined,
    }),
    ...chip('total', 'Total', totalWords(search), { total_from: undefined, total_to: undefined }),
    ...chip(
      'account',
      'Courier',
      search.account && (search.account === noAccount ? 'None' : (accountName(search.account) ?? search.account)),
      {
        account: undefined,
      },
    ),
    ...chip('missing', 'Missing', missing ? orderProblemText[missing] : search.missing, { missing: undefined }),
  ];
}

function totalWords({ total_from: from, total_to: to }: StoreOrdersSearch): string | undefined {
  if (from && to) return `${rupees(from)} to ${rupees(to)}`;
  if (from) return `from ${rupees(from)}`;
  return to && `up to ${rupees(to)}`;
}

const daysText = (text: string): string => (/^\d+$/.test(text) ? countText(Number(text), 'day') : `${text} days`);

const rupees = (text: string): string => (/^\d+$/.test(text) ? formatRupees(Number(text)) : text);
