import type { AccountStatus, SampleOrdersSearch } from './sample-orders-search.ts';

/** An order of an invented store. `spent` is what its customer has spent so far. Amounts are dollars. */
export type SampleOrder = {
  id: string;
  order: number;
  /** A day. */
  date: string;
  customer: string;
  total: number;
  paymentStatus: 'Paid' | 'Pending' | 'Partially paid' | 'Refunded';
  fulfillmentStatus: 'Fulfilled' | 'Unfulfilled' | 'Partially fulfilled';
  account: AccountStatus;
  tags: readonly string[];
  spent: number;
};

/** The orders that match the filters, in the chosen order. */
export function matchingOrders(search: SampleOrdersSearch): SampleOrder[] {
  const query = search.query.trim().toLowerCase();
  const tag = search.tag.trim().toLowerCase();
  const [by, direction] = search.sort.split(' ');
  const compare = comparing[by === 'customer' || by === 'date' || by === 'total' ? by : 'order'];
  return sampleOrders
    .filter(
      (one) =>
        `#${one.order} ${one.customer}`.toLowerCase().includes(query) &&
        (!search.account || one.account === search.account) &&
        (tag === '' || one.tags.some((name) => name.toLowerCase().includes(tag))) &&
        one.spent >= search.spent_from &&
        one.spent <= search.spent_to,
    )
    .toSorted((one, other) => (direction === 'asc' ? compare(one, other) : compare(other, one)));
}

const comparing: Record<'order' | 'customer' | 'date' | 'total', (one: SampleOrder, other: SampleOrder) => number> = {
  order: (one, other) => one.order - other.order,
  customer: (one, other) => one.customer.localeCompare(other.customer),
  date: (one, other) => one.date.localeCompare(other.date),
  total: (one, other) => one.total - other.total,
};

const sample = (
  order: number,
  date: string,
  customer: string,
  total: number,
  [paymentStatus, fulfillmentStatus]: [SampleOrder['paymentStatus'], SampleOrder['fulfillmentStatus']],
  about: Pick<SampleOrder, 'account' | 'tags' | 'spent'>,
): SampleOrder => ({ id: String(order), order, date, customer, total, paymentStatus, fulfillmentStatus, ...about });

const sampleOrders: readonly SampleOrder[] = [
  sample(1020, '2026-11-20', 'Jaydon Stanton', 969.44, ['Paid', 'Unfulfilled'], {
    account: 'enabled',
    tags: ['vip', 'repeat'],
    spent: 1890,
  }),
  sample(1019, '2026-11-20', 'Ruben Westerfelt', 701.19, ['Partially paid', 'Unfulfilled'], {
    account: 'not invited',
    tags: ['wholesale'],
    spent: 701,
  }),
  sample(1018, '2026-11-19', 'Leo Carder', 298.24, ['Paid', 'Unfulfilled'], {
    account: 'invited',
    tags: [],
    spent: 298,
  }),
  sample(1017, '2026-11-19', 'Zainab Malik', 64.5, ['Pending', 'Unfulfilled'], {
    account: 'enabled',
    tags: ['repeat'],
    spent: 412,
  }),
  sample(1016, '2026-11-18', 'Ayesha Khan', 42, ['Pending', 'Unfulfilled'], {
    account: 'enabled',
    tags: ['repeat'],
    spent: 131,
  }),
  sample(1015, '2026-11-18', 'Bilal Ahmed', 118.9, ['Paid', 'Fulfilled'], {
    account: 'declined',
    tags: [],
    spent: 118,
  }),
  sample(1014, '2026-11-17', 'Maria Lopez', 23.75, ['Paid', 'Fulfilled'], {
    account: 'not invited',
    tags: [],
    spent: 23,
  }),
  sample(1013, '2026-11-17', 'Omar Farooq', 310, ['Pending', 'Partially fulfilled'], {
    account: 'enabled',
    tags: ['wholesale'],
    spent: 1240,
  }),
  sample(1012, '2026-11-16', 'Hina Raza', 87.2, ['Paid', 'Unfulfilled'], {
    account: 'invited',
    tags: ['gift'],
    spent: 87,
  }),
  sample(1011, '2026-11-15', 'Usman Tariq', 150, ['Paid', 'Fulfilled'], {
    account: 'enabled',
    tags: ['vip'],
    spent: 500,
  }),
  sample(1010, '2026-11-14', 'Sara Ibrahim', 59.99, ['Refunded', 'Fulfilled'], {
    account: 'declined',
    tags: ['gift'],
    spent: 59,
  }),
  sample(1009, '2026-11-14', 'Daniel Brown', 245, ['Pending', 'Unfulfilled'], {
    account: 'not invited',
    tags: [],
    spent: 245,
  }),
];

/** `$1,890` or `$64.50` */
export const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  });
