import * as z from 'zod';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';

const Row = z.object({
  name: z.string(),
  state: z.string(),
  attempt: z.number(),
  booking_state: z.string().nullable(),
  tracking_number: z.string().nullable(),
  held: z.boolean(),
});
export type BatchRowState = z.output<typeof Row>;

export function rowsOfBatches(stack: IsolatedStack): Promise<BatchRowState[]> {
  return stack.query(
    `select concat(r.facts ->> 'order_name', ' of ', h.domain) as name, r.state, r.attempt, s.booking_state, s.tracking_number,
            exists (select 1 from shipment_order o
                    where o.shop_id = r.shop_id and o.store_order_id = r.store_order_id and o.holds) as held
     from batch_row r join shop h on h.id = r.shop_id left join shipment s on s.shop_id = r.shop_id and s.id = r.shipment_id
     order by r.shop_id, r.batch_id, r.position`,
    Row,
  );
}

/** A row must show the real state of its order. */
export function checkBatchRows(rows: BatchRowState[]): string[] {
  return rows.flatMap(({ name, state, booking_state: shipment, tracking_number: number, held }) => {
    const wrong = (what: string): string[] => [`${name}: its row says ${state}, ${what}`];
    switch (state) {
      case 'booked':
        return shipment === 'booked' && number ? [] : wrong(`its shipment is ${shipment ?? 'none'}`);
      case 'uncertain':
        return shipment === 'uncertain' ? [] : wrong(`its shipment is ${shipment ?? 'none'}`);
      // Not taken when Book was pressed, with the reason in the row: the courier refused the credentials at that time, or so.
      case 'draft':
        return [];
      case 'failed':
        return held ? wrong('but a shipment holds its order') : [];
      default:
        return wrong('though everything is settled');
    }
  });
}
