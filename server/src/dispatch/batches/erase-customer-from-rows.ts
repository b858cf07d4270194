import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { lockBatchesOf } from './lock-batches.ts';

/** What is left of a customer in columns and cells. */
export const erasedConsignee = {
  consignee_name: 'Erased',
  consignee_email: '',
  consignee_phone: '',
  consignee_phone2: '',
  consignee_phone3: '',
  consignee_address: '',
  remarks: '',
};

/** Erases the customer's data from batch rows. Rows that were not booked yet are left out. */
export async function eraseCustomerFromRows(trx: Db, shopId: string, storeOrderIds: readonly string[]): Promise<void> {
  const fields = JSON.stringify(erasedConsignee);
  const orders = [...storeOrderIds];
  await lockBatchesOf(
    trx,
    shopId,
    sql`select batch_id from batch_row where shop_id = ${shopId} and store_order_id = any(${orders})`,
  );
  await sql`
    update batch_row set
      fields = fields || ${fields}::jsonb,
      facts = jsonb_set(facts - 'fresh' - 'bases' - 'issues' - 'corrections', '{prefill}',
        (facts -> 'prefill') || ${fields}::jsonb) || '{"phone_as_written": "", "news": []}'::jsonb,
      version = '', changes = '[]', issues = '[]', accepted = '[]', ready = false,
      state = case when state in ('draft', 'queued', 'changed') then 'left-out' else state end,
      due_at = case when state = 'queued' then null else due_at end
    where shop_id = ${shopId} and store_order_id = any(${orders})`.execute(trx);
}
