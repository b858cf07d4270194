import * as z from 'zod';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';

const Row = z.object({
  order_name: z.string(),
  state: z.string(),
  attempt: z.number(),
  booking_state: z.string().nullable(),
  tracking_number: z.string().nullable(),
  held: z.boolean(),
});
export type BatchRowState = z.output<typeof Row>;

export function rowsOfBatches(stack: IsolatedStack): Promise<BatchRowState[]> {
  return stack.query(
    `select r.facts ->> 'order_name' as order_name, r.state, r.attempt, s.booking_state, s.tracking_number,
            exists (select 1 from shipment_order o
                    where o.shop_id = r.shop_id and o.store_order_id = r.store_order_id and o.holds) as held
     from batch_row r left join shipment s on s.shop_id = r.shop_id and s.id = r.shipment_id
     order by r.position`,
    Row,
  );
}

/** A row must show the real state of its order. */
export function checkBatchRows(rows: BatchRowState[]): string[] {
  return rows.flatMap(({ order_name: name, state, booking_state: shipment, tracking_number: number, held }) => {
    const wrong = (what: string): string[] => [`${name}: its row says ${state}, ${what}`];
    switch (state) {
      case 'booked':
        return shipment === 'booked' && number ? [] : wrong(`its shipment is ${shipment ?? 'none'}`);
      case 'uncertain':
        return shipment === 'uncertain' ? [] : wrong(`its shipment is ${shipment ?? 'none'}`);
      case 'failed':
        return held ? wrong('but a shipment holds its order') : [];
      default:
        return wrong('though everything is settled');
    }
  });
}
