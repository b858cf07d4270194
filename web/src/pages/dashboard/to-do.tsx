import type { ReplyOf } from '@courierdesk/contract/endpoint';
import type { getToDoItems, ToDoKind } from '@courierdesk/contract/to-do';
import { formatRupees } from '@courierdesk/contract/money';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { When } from '../../ui/dates/when.tsx';
import { PrintUnprinted } from './print-unprinted.tsx';
import styles from './to-do.module.css';
import { formatCount } from '@courierdesk/contract/count-text';

/** What waits for people: a count, the oldest, and the list where it is done. */
export function ToDo({ data, resolving }: Pick<ReplyOf<typeof getToDoItems>, 'data' | 'resolving'>) {
  return (
    <section className={styles.section} data-calm={data.length === 0 || undefined} aria-labelledby="to-do">
      <h2 id="to-do" className={styles.title}>
        {data.length > 0 ? 'To do' : 'All clear'}
      </h2>
      {data.length === 0 && <p className={styles.clear}>Nothing waits for you.</p>}
      <ul className={styles.lines}>
        {data.map(({ kind, count, oldest_at, amount }) => {
          const { one, many, action, urgent, ...target } = lines[kind];
          return (
            <li key={kind} className={styles.row}>
              <Link {...target} className={styles.line} data-urgent={urgent}>
                <span className={styles.count}>{formatCount(count)}</span>
                <span className={styles.what}>{count === 1 ? one : many}</span>
                {oldest_at && (
                  <span className={styles.oldest}>
                    oldest <When at={oldest_at} form="age" />
                  </span>
                )}
                {amount ? <span className={styles.amount}>{formatRupees(amount)}</span> : null}
                <span className={styles.action}>
                  {action} <IconChevronRight size={16} aria-hidden />
                </span>
              </Link>
              {kind === 'unprinted-labels' && <PrintUnprinted count={count} />}
            </li>
          );
        })}
        {resolving > 0 && (
          <li>
            <Link to={attentionPage} className={styles.line}>
              <span className={styles.count}>{formatCount(resolving)}</span>
              <span className={styles.what}>
                {resolving === 1 ? 'case is resolving automatically' : 'cases are resolving automatically'}
              </span>
              <span className={styles.action}>
                Show <IconChevronRight size={16} aria-hidden />
              </span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

type Line = {
  readonly one: string;
  readonly many: string;
  readonly action: string;
  readonly to: string;
  readonly search?: Record<string, string | true>;
  readonly urgent?: true;
};

const attentionPage: string = '/dashboard/attention';
const ordersPage = '/dashboard/orders';
const storeOrdersPage = '/dashboard/shopify/orders';

const lines: Record<ToDoKind, Line> = {
  'late-parcels': {
    one: 'parcel late',
    many: 'parcels late',
    action: 'Show',
    to: ordersPage,
    search: { todo: 'LATE', sort: 'booked', dir: 'asc', view: 'all' },
    urgent: true,
  },
  'refused-credentials': {
    one: 'courier account with refused credentials',
    many: 'courier accounts with refused credentials',
    action: 'Fix',
    to: '/dashboard/accounts',
    urgent: true,
  },
  'uncertain-bookings': {
    one: 'uncertain booking',
    many: 'uncertain bookings',
    action: 'Decide',
    to: attentionPage,
    search: { about: 'bookings' },
    urgent: true,
  },
  'failed-store-updates': {
    one: 'failed store update',
    many: 'failed store updates',
    action: 'Fix',
    to: attentionPage,
    search: { about: 'store-updates' },
    urgent: true,
  },
  'other-cases': {
    one: 'other parcel needs your decision',
    many: 'other parcels need your decision',
    action: 'Decide',
    to: attentionPage,
    search: { about: 'others' },
    urgent: true,
  },
  differences: {
    one: 'difference between store, couriers and Courierdesk',
    many: 'differences between store, couriers and Courierdesk',
    action: 'Repair',
    to: '/dashboard/differences',
    search: {},
  },
  'ready-to-book': {
    one: 'order ready to book',
    many: 'orders ready to book',
    action: 'Book',
    to: storeOrdersPage,
    search: { tab: 'ready', view: 'all' },
  },
  'needs-a-look': {
    one: 'order needs a look',
    many: 'orders need a look',
    action: 'Check',
    to: storeOrdersPage,
    search: { tab: 'look', view: 'all' },
  },
  'unprinted-labels': {
    one: 'label not printed',
    many: 'labels not printed',
    action: 'Show',
    to: ordersPage,
    search: { todo: 'UNPRINTED', view: 'all' },
  },
  'left-off-load-sheet': {
    one: 'parcel that the courier left off its load sheet',
    many: 'parcels that the courier left off a load sheet',
    action: 'Show',
    to: '/dashboard/load-sheets',
    urgent: true,
  },
  'no-load-sheet': {
    one: 'parcel without a load sheet',
    many: 'parcels without a load sheet',
    action: 'Create load sheets',
    to: '/dashboard/load-sheets',
  },
  'not-picked-up': {
    one: 'parcel not picked up after 2 days',
    many: 'parcels not picked up after 2 days',
    action: 'Show',
    to: ordersPage,
    search: { todo: 'NOT_PICKED_UP', view: 'all' },
  },
  'failed-attempts': {
    one: 'failed delivery attempt',
    many: 'failed delivery attempts',
    action: 'Show',
    to: ordersPage,
    search: { todo: 'ATTEMPTED', view: 'all' },
    urgent: true,
  },
  stuck: {
    one: 'parcel stuck for over 3 days',
    many: 'parcels stuck for over 3 days',
    action: 'Show',
    to: ordersPage,
    search: { todo: 'STUCK', view: 'all' },
  },
  unchecked: {
    one: 'parcel not checked for a day',
    many: 'parcels not checked for a day',
    action: 'Check',
    to: ordersPage,
    search: { todo: 'UNCHECKED', view: 'all' },
  },
  'missing-payments': {
    one: 'delivered parcel missing from payments',
    many: 'delivered parcels missing from payments',
    action: 'Show',
    to: ordersPage,
    search: { todo: 'MISSING_PAYMENT', sort: 'delivered', dir: 'asc', view: 'all' },
  },
  'unfinished-batches': {
    one: 'unfinished batch',
    many: 'unfinished batches',
    action: 'Continue',
    to: '/dashboard/batches',
    search: { unfinished: true },
  },
  'unfinished-imports': {
    one: 'unfinished import',
    many: 'unfinished imports',
    action: 'Show',
    to: '/dashboard/imports',
    search: { unfinished: true },
  },
};
