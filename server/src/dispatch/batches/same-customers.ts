import { MobilePhone } from '@courierdesk/contract/booking';
import type { RowIssue } from '@courierdesk/contract/batch';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import { looksLikeSameCustomer, type CustomerOfOrder } from '@courierdesk/contract/same-customer';
import type { Row } from './row.ts';

type Compared = Pick<Row, 'id' | 'state' | 'fields' | 'facts' | 'issues'>;

/**
 * Adds a hint to each unbooked row with the same customer as another one: they could go in one parcel. Returns the
 * issues of each row, in the same order.
 */
export function withSameCustomers(rows: readonly Compared[]): RowIssue[][] {
  const comparable = rows.filter((row) => isToBeBooked(row) && MobilePhone.safeParse(phoneOf(row)).success);
  const byPhone = Map.groupBy(comparable, phoneOf);
  return rows.map((row) => {
    if (!isToBeBooked(row) && row.state !== 'left-out') return [...row.issues];
    const issues = row.issues.filter(({ code }) => code !== 'same-customer');
    const others = isToBeBooked(row)
      ? (byPhone.get(phoneOf(row)) ?? []).filter((other) => isSameCustomer(row, other))
      : [];
    return others.length > 0 ? [...issues, sameCustomer(others)] : issues;
  });
}

const isSameCustomer = (row: Compared, other: Compared): boolean =>
  other.id !== row.id && looksLikeSameCustomer(customerOf(row), customerOf(other));

const customerOf = (row: Compared): CustomerOfOrder => ({
  phone: phoneOf(row),
  name: row.fields.consignee_name,
  city: row.facts.city,
});

const phoneOf = (row: Compared): string => row.fields.consignee_phone;

const isToBeBooked = ({ state }: Compared): boolean => state === 'draft' || state === 'failed' || state === 'changed';

const maxNamesShown = 3;

function sameCustomer(others: readonly Compared[]): RowIssue {
  const names = others.slice(0, maxNamesShown).map((other) => other.facts.order_name);
  const more = others.length > maxNamesShown ? ` and ${others.length - maxNamesShown} more` : '';
  return {
    level: 'info',
    subject: '',
    code: 'same-customer',
    field: 'consignee_phone',
    msg: `Same customer as ${names.join(', ')}${more}: they could go in one parcel`,
    choices: [],
    row_ids: others.slice(0, maxMergedOrders - 1).map((other) => other.id),
  };
}
