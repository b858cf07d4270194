import { BatchRow, type BatchRowFields } from '@courierdesk/contract/batch';

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
