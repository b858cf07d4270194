import { Batch, BatchRow, type BatchRowFields } from '@courierdesk/contract/batch';

export const idOf = (digit: string): string => digit.repeat(24);

/** A row that is ready to book, for tests. */
export const aRow = ({
  fields,
  ...change
}: Partial<Omit<BatchRow, 'fields'>> & { fields?: Partial<BatchRowFields> } = {}) =>
  BatchRow.parse({
    id: idOf('a'),
    position: 0,
    revision: 3,
    state: 'draft',
    ready: true,
    store_order_id: idOf('e'),
    order_name: '#1001',
    createdAt: '2026-11-20T05:00:00.000Z',
    store_url: '',
    city: 'Lahore',
    phone_as_written: '0300 1234567',
    items: '1 x Kurta',
    total: '2450.00',
    currency: 'PKR',
    payment: 'COD',
    earlier: { delivered: 0, returned: 0 },
    fields: {
      tracking_account: idOf('1'),
      destination_city: '789',
      consignee_name: 'Sana Malik',
      consignee_phone: '03001234567',
      consignee_phone2: '',
      consignee_phone3: '',
      consignee_email: '',
      consignee_address: 'House 5, Street 9',
      products_list: '1 x Kurta',
      remarks: '',
      cod_amount: 2450,
      pieces: 1,
      weight: 500,
      notify_customer: true,
      ...fields,
    },
    destination_name: 'LAHORE',
    edited: [],
    account_because: 'Default account',
    weight_source: 'store',
    issues: [],
    accepted: [],
    changes: [],
    code: null,
    message: '',
    shipment: null,
    attempt: 0,
    next_try_at: null,
    ...change,
  });

const at = '2026-11-20T05:00:00.000Z';

/** A running batch of one order, for tests. */
export const aBatch = Batch.parse({
  ...{ id: idOf('b'), number: 1, state: 'running', created_by: 'Ayesha', created_at: at, started_at: at },
  ...{ finished_at: null, total: 1, cod_ready: 0, cod_booked: 0, store: 'store', emails_tracking_link: false },
  counts: { ready: 0, look: 0, left_out: 0, queued: 1, booking: 0, booked: 0, failed: 0, uncertain: 0, changed: 0 },
});
