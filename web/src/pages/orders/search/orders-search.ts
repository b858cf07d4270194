import { Id } from '@courierdesk/contract/ids';
import { ShipmentsQuery } from '@courierdesk/contract/shipments';
import * as z from 'zod';

/** Filters of an address that cannot be read, as they are written there. */
export type Unreadable = Partial<Record<FilterName, string | string[]>>;

export type FilterName = Exclude<keyof ShipmentsQuery, 'page' | 'limit' | 'sort' | 'dir'>;

const filters = ShipmentsQuery.omit({ page: true, limit: true, sort: true, dir: true }).shape;
const filterNames = Object.keys(filters) as FilterName[];

/**
 * What else stands in the address of the orders page. `view` is the saved view whose tab is chosen, or `all`; `columns`
 * are those shown, when they are not the view's own.
 */
const Beside = z.object({
  shipment: ShipmentsQuery.shape.track.catch(undefined),
  view: z
    .union([z.literal('all'), Id])
    .optional()
    .catch(undefined),
  columns: z.string().max(200).optional().catch(undefined),
  task: Id.optional().catch(undefined),
});

/** The address of the orders page: what the list is asked, and what is open beside it. */
export type OrdersSearch = ShipmentsQuery & z.output<typeof Beside> & { unreadable?: Unreadable | undefined };

/** Reads an address. What it says of a filter and cannot be read is kept, so that nobody takes a wider list for it. */
export function readOrdersSearch(address: Readonly<Record<string, unknown>>): OrdersSearch {
  const given = inOurNames({ ...address, ...Texts.catch({}).parse(address['unreadable']) });
  const unreadable: Unreadable = {};
  const readable: Record<string, unknown> = { ...given };
  for (const name of filterNames) {
    if (filters[name].safeParse(given[name]).success) continue;
    unreadable[name] = Text.catch('').parse(given[name]);
    delete readable[name];
  }
  return {
    // The router lays this over what the address says: what counts no more must be undone by name.
    ...Object.fromEntries([...otherNames, ...Object.keys(unreadable), 'unreadable'].map((name) => [name, undefined])),
    ...ShipmentsQuery.parse(readable),
    ...Beside.parse(given),
    ...(Object.keys(unreadable).length > 0 && { unreadable }),
  };
}

const Text = z.union([z.string(), z.array(z.string())]);
const Texts = z.record(z.string(), Text);

const otherNames = ['couriers', 'bookingFrom', 'bookingTo', 'deliveredFrom', 'deliveredTo', 'phone'];

/** Some filters have other names as well. Source: specification, section 3. */
function inOurNames(given: Record<string, unknown>): Record<string, unknown> {
  const { couriers, bookingFrom, bookingTo, deliveredFrom, deliveredTo, phone, ...others } = given;
  return {
    ...others,
    courier: [others['courier'] ?? [], couriers ?? []].flat(),
    bookingfrom: others['bookingfrom'] ?? bookingFrom,
    bookingto: others['bookingto'] ?? bookingTo,
    deliveredfrom: others['deliveredfrom'] ?? deliveredFrom,
    deliveredto: others['deliveredto'] ?? deliveredTo,
    phone_num: others['phone_num'] ?? phone,
  };
}

/** The search with other filters, on its first page. A filter that is set takes the place of what could not be read. */
export function withFilters(search: OrdersSearch, part: Partial<OrdersSearch>): OrdersSearch {
  const { unreadable: added, ...set } = part;
  const left = Object.entries(search.unreadable ?? {}).filter(([name]) => !(name in set));
  const unreadable: Unreadable = { ...Object.fromEntries(left), ...added };
  return { ...search, page: 1, ...set, unreadable: Object.keys(unreadable).length > 0 ? unreadable : undefined };
}

/** What the list is asked for; opening a shipment changes nothing of it. */
export const listQueryOf = (search: OrdersSearch): ShipmentsQuery => ShipmentsQuery.parse(search);
