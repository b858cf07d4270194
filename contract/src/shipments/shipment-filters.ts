import * as z from 'zod';
import { Day } from '../values/dates.ts';
import { CourierFilter, filter, inAnyCase, StatusFilter, unlessEmpty } from './filter-values.ts';
import { TrackingNumber } from '../values/ids.ts';
import { withLatinDigits } from '../values/latin-digits.ts';
import { withoutGroups } from '../values/phones.ts';
import { maxSearchLength, Paging, SortDirection } from '../http/paging.ts';
import { ShipmentsOrder, ShipmentsSort } from './shipment-sorts.ts';
import { PaymentStatus } from '../values/statuses.ts';

export const DaysOperator = z.enum(['GREATER', 'LESS', 'EQUAL']);

/** Characters of a phone that the orders list is filtered by. */
export const maxPhoneLength = 20;

/** Days on the way that the orders list is filtered by. */
export const maxDays = 3650;

/** Parcels that a person looks at. All but `PAID_SHORT` wait for one, in a list of the dashboard's to-do. */
export const ParcelsToDo = z.enum([
  'LATE',
  'UNPRINTED',
  'NOT_PICKED_UP',
  'STUCK',
  'UNCHECKED',
  'ATTEMPTED',
  'MISSING_PAYMENT',
  'PAID_SHORT',
]);
export type ParcelsToDo = z.infer<typeof ParcelsToDo>;

const inLatinDigits = (given: unknown): unknown => (typeof given === 'string' ? withLatinDigits(given) : given);

const filters = {
  query: filter(z.string().trim().max(maxSearchLength)),
  track: filter(
    TrackingNumber.max(maxSearchLength).overwrite((text) => withoutGroups(text) ?? text.replaceAll(' ', '')),
  ),
  courier: CourierFilter,
  status: StatusFilter,
  payment_status: filter(inAnyCase(PaymentStatus)),
  bookingfrom: filter(Day),
  bookingto: filter(Day),
  deliveredfrom: filter(Day),
  deliveredto: filter(Day),
  dest: filter(z.string().trim().max(100)),
  days: filter(z.preprocess(inLatinDigits, z.coerce.number().int().min(0).max(maxDays))),
  op: z.preprocess(unlessEmpty, inAnyCase(DaysOperator.default('GREATER'))),
  tag: filter(z.string().trim().max(50)),
  bookedBy: filter(z.string().trim().max(50)),
  phone_num: filter(z.string().trim().max(maxPhoneLength)),
  todo: filter(inAnyCase(ParcelsToDo)),
};

/** Other names of some filters. */
const otherNames = {
  couriers: filters.courier,
  bookingFrom: filters.bookingfrom,
  bookingTo: filters.bookingto,
  deliveredFrom: filters.deliveredfrom,
  deliveredTo: filters.deliveredto,
  phone: filters.phone_num,
};

/**
 * All query parameters of the orders list. A filter that cannot be read is refused by its name: without it, the list
 * would be wider than was meant. Page and sort fall back to the usual ones.
 *
 * `track` and `phone_num` match from their beginning. `days` counts the days of the shop's calendar from booking to the
 * end of a parcel's way: the day it was delivered, came back for good or was cancelled; to today while it is under way.
 * Days in the wrong order are swapped (`daysInOrder`).
 */
export const ShipmentsQuery = Paging.extend(ShipmentsOrder.shape).extend(filters);
export type ShipmentsQuery = z.output<typeof ShipmentsQuery>;

/** The same in an address of the API, where filters may have their other names. */
export const ShipmentsRequest = ShipmentsQuery.extend(otherNames).transform(withoutAliases);

/**
 * The same for an action on all that match: a name that is no filter's is refused as well, as it could be a filter
 * spelled wrong. Page and limit change nothing.
 */
export const ShipmentsMatchFields = z.strictObject({
  ...Paging.shape,
  sort: ShipmentsSort.default('booked'),
  dir: SortDirection.default('desc'),
  ...filters,
  ...otherNames,
});
export const ShipmentsMatch = ShipmentsMatchFields.transform(withoutAliases);

type OtherNames = { [Name in keyof typeof otherNames]?: z.output<(typeof otherNames)[Name]> | undefined };

/** Filters under their one name each. */
export function withoutAliases<Asked extends Omit<ShipmentsQuery, 'page' | 'limit' | 'sort' | 'dir'> & OtherNames>(
  asked: Asked,
) {
  const { couriers, bookingFrom, bookingTo, deliveredFrom, deliveredTo, phone, ...query } = asked;
  return {
    ...query,
    courier: query.courier && couriers ? [...new Set([...query.courier, ...couriers])] : (query.courier ?? couriers),
    bookingfrom: query.bookingfrom ?? bookingFrom,
    bookingto: query.bookingto ?? bookingTo,
    deliveredfrom: query.deliveredfrom ?? deliveredFrom,
    deliveredto: query.deliveredto ?? deliveredTo,
    phone_num: query.phone_num ?? phone,
  };
}

/** Filters of the orders list that a person sets and drops as one. */
export const ShipmentsFilter = z.enum([
  'query',
  'track',
  'courier',
  'status',
  'payment_status',
  'booked',
  'delivered',
  'dest',
  'days',
  'tag',
  'bookedBy',
  'phone_num',
  'todo',
]);
export type ShipmentsFilter = z.infer<typeof ShipmentsFilter>;
