import { formatCount } from '../values/count-text.ts';
import * as z from 'zod';
import { Id } from '../values/ids.ts';
import { maxSearchLength, Paging, SortDirection } from '../http/paging.ts';
import { tooLong } from '../values/maximum-texts.ts';

export const StoreOrdersTab = z.enum(['ready', 'look', 'booked-today', 'all']);
export type StoreOrdersTab = z.infer<typeof StoreOrdersTab>;

/** Problems that the store does not say: they depend on its permissions, and on the shop's couriers, accounts, settings and other parcels. */
export const ProblemInShop = z.enum([
  'hidden-by-store',
  'city-uncertain',
  'void-needed',
  'second-parcel',
  'earlier-returns',
  'cod-unusual',
  'weight-unusual',
  'cod-over-limit',
  'cod-not-positive',
  'account-missing',
  'corrected-before',
]);
export type ProblemInShop = z.infer<typeof ProblemInShop>;

/** Why a store order needs a look before it can be booked. */
export const OrderProblem = z.enum([
  'customer-withheld',
  'name-missing',
  'name-too-long',
  'address-missing',
  'address-too-long',
  'phone-missing',
  'phone-invalid',
  'phone-replaced',
  'other-country',
  'on-hold',
  'scheduled',
  'with-fulfilment-service',
  'pick-up',
  'local-delivery',
  'archived',
  'test-order',
  'other-currency',
  'payment-unsettled',
  'payment-returned',
  'paid-by-deposit',
  'partly-sent',
  'partly-stopped',
  'city-missing',
  ...ProblemInShop.options,
]);
export type OrderProblem = z.infer<typeof OrderProblem>;

export const orderProblemText: Record<OrderProblem, string> = {
  'customer-withheld': 'No customer data',
  'name-missing': 'Name missing',
  'name-too-long': 'Name too long',
  'address-missing': 'Address missing',
  'address-too-long': 'Address too long',
  'phone-missing': 'Phone missing',
  'phone-invalid': 'Phone is not a mobile number',
  'phone-replaced': 'Phone of the address not readable',
  'other-country': 'Another country',
  'on-hold': 'On hold in the store',
  scheduled: 'Scheduled in the store',
  'with-fulfilment-service': 'With a fulfilment service',
  'pick-up': 'Picked up by the customer',
  'local-delivery': 'Local delivery',
  archived: 'Archived in the store',
  'test-order': 'Test order',
  'other-currency': 'Another currency',
  'payment-unsettled': 'Payment not settled',
  'payment-returned': 'Refunded',
  'paid-by-deposit': 'Paid by deposit?',
  'partly-sent': 'Partly sent',
  'partly-stopped': 'A part waits in the store',
  'city-missing': 'City missing',
  'hidden-by-store': 'Hidden by Shopify',
  'city-uncertain': 'City not certain',
  'void-needed': 'Stop the old parcel first',
  'second-parcel': 'Another parcel is on its way',
  'earlier-returns': 'Earlier parcels came back',
  'cod-unusual': 'High COD',
  'weight-unusual': 'Unusual weight',
  'cod-over-limit': 'COD over the courier’s limit',
  'cod-not-positive': 'Courier wants a COD',
  'account-missing': 'No courier account',
  'corrected-before': 'Other values entered before',
};

export const StoreOrdersSort = z.enum(['age', 'total', 'city']);
export type StoreOrdersSort = z.infer<typeof StoreOrdersSort>;

/** `PREPAID`: nothing is left to collect. */
export const PaymentFilter = z.enum(['COD', 'PREPAID']);
export type PaymentFilter = z.infer<typeof PaymentFilter>;

export const AgeOperator = z.enum(['GREATER', 'LESS', 'EQUAL']);
export type AgeOperator = z.infer<typeof AgeOperator>;

/** Filter value for orders without a suggested courier account. */
export const noAccount = 'none';

export const maxTagFilterLength = 255;
const maxRupees = 10_000_000;

/** A form sends a filter that is not set as an empty text. */
const filter = <Value extends z.ZodType>(value: Value) => z.preprocess(unlessEmpty, value.optional());
const unlessEmpty = (given: unknown): unknown => (typeof given === 'string' && given.trim() === '' ? undefined : given);

function wholeNumber(name: string, most: number) {
  const sentence = `${name} must be a whole number from 0 to ${formatCount(most)}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, sentence)
          .transform(Number),
      ],
      { error: sentence },
    )
    .pipe(z.number().int(sentence).min(0, sentence).max(most, sentence));
}
const anyCase = z.string().trim().max(100);
const text = (name: string, most: number) => z.string().trim().max(most, tooLong(name, most));

/** The filters of the store orders list. A value that cannot be read is refused: without it the list would be wider. */
export const storeOrderFilters = {
  query: filter(text('Search', maxSearchLength)),
  /** A tag of the order in the store, in any letter case. */
  tag: filter(text('Tag', maxTagFilterLength)),
  /** A city in any spelling that we know for it. */
  city: filter(text('City', 100)),
  payment: filter(anyCase.toUpperCase().pipe(z.enum(PaymentFilter.options, 'Payment must be COD or prepaid'))),
  /** Age in days of the shop's calendar, compared by `op`. */
  days: filter(wholeNumber('Age', 3650)),
  op: z.preprocess(
    unlessEmpty,
    anyCase
      .toUpperCase()
      .pipe(z.enum(AgeOperator.options, 'Age must be more than, less than or exactly'))
      .default('GREATER'),
  ),
  /** Total of the order in rupees, both ends included. */
  total_from: filter(wholeNumber('Total', maxRupees)),
  total_to: filter(wholeNumber('Total', maxRupees)),
  /** The courier account that is suggested for the order, or `none`. */
  account: filter(anyCase.toLowerCase().pipe(z.union([Id, z.literal(noAccount)], 'This courier account is not known'))),
  missing: filter(anyCase.toLowerCase().pipe(z.enum(OrderProblem.options, 'This is nothing that can be missing'))),
};

const typed = z.string().max(maxTagFilterLength).optional().catch(undefined);

/** The same filters as typed, valid or not: what a URL and a saved view keep. */
const storeOrderFilterTexts = {
  query: typed,
  tag: typed,
  city: typed,
  payment: typed,
  days: typed,
  op: typed,
  total_from: typed,
  total_to: typed,
  account: typed,
  missing: typed,
} satisfies Record<keyof typeof storeOrderFilters, z.ZodType>;

/** Filters that a person sets and clears as one. */
export const StoreOrdersFilter = z.enum(['query', 'tag', 'city', 'payment', 'days', 'total', 'account', 'missing']);
export type StoreOrdersFilter = z.infer<typeof StoreOrdersFilter>;

/** The order of the list. Without a sort: oldest first; under `all` newest first, and under `booked-today` the last booking first. */
const order = {
  sort: StoreOrdersSort.optional(),
  /** `asc` is youngest, smallest, or A first. */
  dir: SortDirection.default('asc'),
};

/** All query parameters of the store orders list. */
export const StoreOrdersQuery = Paging.extend({
  tab: StoreOrdersTab.default('ready').catch('ready'),
  sort: order.sort.catch(undefined),
  dir: order.dir.catch('asc'),
  ...storeOrderFilters,
});
export type StoreOrdersQuery = z.output<typeof StoreOrdersQuery>;

/** The same for an action on all that match: anything that cannot be read is refused. */
export const StoreOrdersMatch = z.strictObject({
  tab: StoreOrdersTab.default('ready'),
  ...order,
  ...storeOrderFilters,
});
export type StoreOrdersMatch = z.output<typeof StoreOrdersMatch>;

/** Tab, filters and order of a view of the store orders, as texts of a URL. The page says which of them it cannot read. */
export const StoreOrderViewSearch = z.object({
  tab: StoreOrdersTab.default('ready').catch('ready'),
  sort: StoreOrdersSort.optional().catch(undefined),
  dir: SortDirection.default('asc').catch('asc'),
  ...storeOrderFilterTexts,
});
export type StoreOrderViewSearch = z.output<typeof StoreOrderViewSearch>;
