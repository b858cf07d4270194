import { Id } from '@courierdesk/contract/ids';
import { ShipmentsQuery } from '@courierdesk/contract/shipment-filters';
import * as z from 'zod';

/** Invalid filters of a URL, as written there. */
export type Unreadable = Partial<Record<FilterName, string | string[]>>;

export type FilterName = Exclude<keyof ShipmentsQuery, 'page' | 'limit' | 'sort' | 'dir'>;

const filters = ShipmentsQuery.omit({ page: true, limit: true, sort: true, dir: true }).shape;
const filterNames = Object.keys(filters) as FilterName[];

/**
 * Other parts of the orders page's URL. `view` is the id of the selected saved view, or `all`; `columns` are the
 * visible columns if they differ from the view's.
 */
const Beside = z.object({
  shipment: ShipmentsQuery.shape.track.catch(undefined),
  view: z
    .union([z.literal('all'), Id])
    .optional()
    .catch(undefined),
  columns: z.string().max(200).optional().catch(undefined),
  task: Id.optional().catch(undefined),
  /** A question that the panel opens with. */
  ask: z.literal('cancel').optional().catch(undefined),
});

/** The URL of the orders page: the list's query, and what is open beside it. */
export type OrdersSearch = ShipmentsQuery & z.output<typeof Beside> & { unreadable?: Unreadable | undefined };

/** Reads a URL. Keeps invalid filters, so that the page can show them instead of a wider list. */
export function readOrdersSearch(address: Readonly<Record<string, unknown>>): OrdersSearch {
  const given = withCanonicalNames({ ...address, ...Texts.catch({}).parse(address['unreadable']) });
  const unreadable: Unreadable = {};
  const readable: Record<string, unknown> = { ...given };
  for (const name of filterNames) {
    if (filters[name].safeParse(given[name]).success) continue;
    unreadable[name] = Text.catch('').parse(given[name]);
    delete readable[name];
  }
  return {
    // The router merges this over the URL's values: unused names must be reset.
    ...Object.fromEntries([...otherNames, ...Object.keys(unreadable), 'unreadable'].map((name) => [name, undefined])),
    ...ShipmentsQuery.parse(readable),
    ...Beside.parse(given),
    ...(Object.keys(unreadable).length > 0 && { unreadable }),
  };
}

const Text = z.union([z.string(), z.array(z.string())]);
const Texts = z.record(z.string(), Text);

const otherNames = ['couriers', 'bookingFrom', 'bookingTo', 'deliveredFrom', 'deliveredTo', 'phone'];

/** Some filters have alternative names. */
function withCanonicalNames(given: Record<string, unknown>): Record<string, unknown> {
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

/** Changes filters and returns to the first page. A new value replaces an invalid one. */
export function withFilters(search: OrdersSearch, part: Partial<OrdersSearch>): OrdersSearch {
  const { unreadable: added, ...set } = part;
  const left = Object.entries(search.unreadable ?? {}).filter(([name]) => !(name in set));
  const unreadable: Unreadable = { ...Object.fromEntries(left), ...added };
  return { ...search, page: 1, ...set, unreadable: Object.keys(unreadable).length > 0 ? unreadable : undefined };
}

/** The query of the list. Opening a shipment does not change it. */
export const listQueryOf = (search: OrdersSearch): ShipmentsQuery => ShipmentsQuery.parse(search);
