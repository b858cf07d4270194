import { Id } from '@courierdesk/contract/ids';
import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import * as z from 'zod';
import { filterText, ifReadable, readFilters } from '../../../lib/url-filters.ts';

const filters = {
  query: filterText,
  track: filterText,
  courier: filterText,
  status: filterText,
  payment_status: filterText,
  bookingfrom: filterText,
  bookingto: filterText,
  deliveredfrom: filterText,
  deliveredto: filterText,
  dest: filterText,
  days: filterText,
  op: filterText,
  tag: filterText,
  bookedBy: filterText,
  phone_num: filterText,
  todo: filterText,
} satisfies Record<Exclude<keyof ShipmentsQuery, 'page' | 'limit' | 'sort' | 'dir'>, unknown>;
export type FilterName = keyof typeof filters;

const Search = ShipmentsQuery.extend({
  ...filters,
  /** The tracking number of the open parcel. */
  shipment: ShipmentsQuery.shape.track.catch(undefined),
  /** Its id, because two couriers may use the same number. */
  parcel: ifReadable(Id),
  /** The id of the selected saved view, or `all`. */
  view: ifReadable(z.union([z.literal('all'), Id])),
  /** The visible columns if they differ from the view's. */
  columns: ifReadable(z.string().max(200)),
  task: ifReadable(Id),
  /** A question that the panel opens with. */
  ask: ifReadable(z.literal('cancel')),
});

/** The URL of the orders page: the list's filters, and what is open beside it. */
export type OrdersSearch = z.output<typeof Search>;

/** Reads a URL. Filters get their usual names, and the usual spelling if they can be read. */
export function readOrdersSearch(address: Readonly<Record<string, unknown>>): OrdersSearch {
  const given = withCanonicalNames(address);
  // A field would replace the letters that someone types by other ones.
  const { days: _days, op: _op, track: _track, ...query } = readFilters(ShipmentsQuery, given).query;
  return {
    // The router merges this over the URL's values: unused names must be reset.
    ...Object.fromEntries(otherNames.map((name) => [name, undefined])),
    ...Search.parse(given),
    ...query,
  };
}

const otherNames = ['couriers', 'bookingFrom', 'bookingTo', 'deliveredFrom', 'deliveredTo', 'phone'];

/** Some filters have alternative names. */
function withCanonicalNames(given: Record<string, unknown>): Record<string, unknown> {
  const { couriers, bookingFrom, bookingTo, deliveredFrom, deliveredTo, phone, ...others } = given;
  return {
    ...others,
    courier: couriers === undefined ? others['courier'] : [others['courier'] ?? [], couriers].flat(),
    bookingfrom: others['bookingfrom'] ?? bookingFrom,
    bookingto: others['bookingto'] ?? bookingTo,
    deliveredfrom: others['deliveredfrom'] ?? deliveredFrom,
    deliveredto: others['deliveredto'] ?? deliveredTo,
    phone_num: others['phone_num'] ?? phone,
  };
}

/** The query of the list, and which filters cannot be read. Opening a shipment does not change it. */
export const readList = (search: OrdersSearch) => readFilters(ShipmentsQuery, search);
