import type { ShipmentsOrder, ShipmentsSort } from '@courierdesk/contract/shipment-sorts';
import { sql, type SelectQueryBuilder } from 'kysely';

/**
 * Sorts shipments (`s`) as in the list. Each sort is an index, which PostgreSQL reads in either direction. Rows with
 * equal values are sorted by newest. `backwards` reverses the whole order.
 */
export function sortShipments<Tables, Names extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Names, Row>,
  { sort, dir }: ShipmentsOrder,
  backwards = false,
): SelectQueryBuilder<Tables, Names, Row> {
  return stepsOf({ sort, dir })
    .map((step) => (backwards ? mirror(step) : step))
    .reduce(
      (sorted, { column, down, nullsLast }) =>
        sorted.orderBy(sql.ref(column), (by) => {
          const directed = down ? by.desc() : by.asc();
          if (nullsLast === undefined) return directed;
          return nullsLast ? directed.nullsLast() : directed.nullsFirst();
        }),
      rows,
    );
}

/** The sort columns before the id. */
export const sortColumns = (order: ShipmentsOrder): string[] =>
  stepsOf(order).flatMap(({ column }) => (column === 's.id' ? [] : [column.replace('s.', '')]));

const stepsOf = ({ sort, dir }: ShipmentsOrder): readonly Step[] =>
  sort === 'delivered' ? byDelivery(dir) : bySort[sort].map((step) => (dir === 'asc' ? step : mirror(step)));

type Step = { readonly column: string; readonly down: boolean; readonly nullsLast?: boolean };

const up = (column: string): Step => ({ column, down: false });
const down = (column: string): Step => ({ column, down: true });
const mirror = (step: Step): Step => ({
  ...step,
  down: !step.down,
  ...(step.nullsLast !== undefined && { nullsLast: !step.nullsLast }),
});

const newest = [down('s.booked_at'), down('s.id')];

/** The ascending order of each sort. */
const bySort: Record<Exclude<ShipmentsSort, 'delivered'>, readonly Step[]> = {
  booked: newest.map(mirror),
  status: [up('s.status'), ...newest],
  courier: [up('s.company'), ...newest],
  payment: [up('s.payment_status'), ...newest],
  city: [up('s.destination_key'), ...newest],
  by: [up('s.booked_by'), ...newest],
  number: [up('s.tracking_number'), up('s.id')],
  order: [up('s.order_number'), up('s.id')],
  customer: [up('s.consignee_key'), up('s.id')],
  cod: [up('s.cod'), up('s.id')],
};

/** Undelivered parcels come last in both directions. */
function byDelivery(dir: ShipmentsOrder['dir']): Step[] {
  const isDescending = dir === 'desc';
  return [
    { column: 's.delivered_at', down: isDescending, nullsLast: true },
    { column: 's.id', down: isDescending },
  ];
}
