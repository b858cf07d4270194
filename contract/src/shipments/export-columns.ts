import * as z from 'zod';

/** The columns of an export, in the order of the file. */
export const ExportColumn = z.enum([
  'order_name',
  'tracking_number',
  'courier',
  'account_name',
  'status',
  'status_text',
  'status_date',
  'payment_status',
  'cod',
  'paid_amount',
  'consignee_name',
  'consignee_phone',
  'consignee_phone2',
  'consignee_phone3',
  'consignee_email',
  'consignee_address',
  'city',
  'destination_city',
  'products_list',
  'pieces',
  'weight',
  'remarks',
  'booking_date',
  'delivered_date',
  'cancelled_date',
  'expected_date',
  'days',
  'booked_by',
  'tag',
  'reference',
  'tracking_link',
]);
export type ExportColumn = z.infer<typeof ExportColumn>;

export const exportColumns = ExportColumn.options;

/** `text` is never taken for a formula; `date` is an instant in the shop's time zone. */
export type ColumnKind = 'text' | 'number' | 'date';

type Described = {
  /** The heading in the file. */
  readonly title: string;
  readonly kind: ColumnKind;
  readonly group: ColumnGroup;
  /** What it holds, where the heading does not say so. */
  readonly about?: string;
};

export const columnGroups = ['Order', 'Parcel', 'Status and dates', 'Customer'] as const;
type ColumnGroup = (typeof columnGroups)[number];

export const columnOf: Record<ExportColumn, Described> = {
  order_name: { title: 'Order', kind: 'text', group: 'Order' },
  tracking_number: { title: 'Tracking number', kind: 'text', group: 'Parcel' },
  courier: { title: 'Courier', kind: 'text', group: 'Parcel' },
  account_name: { title: 'Courier account', kind: 'text', group: 'Parcel' },
  status: { title: 'Status', kind: 'text', group: 'Status and dates' },
  status_text: { title: 'Courier’s words', kind: 'text', group: 'Status and dates' },
  status_date: { title: 'Status since', kind: 'date', group: 'Status and dates' },
  payment_status: { title: 'Payment status', kind: 'text', group: 'Order' },
  cod: { title: 'COD (Rs)', kind: 'number', group: 'Order' },
  paid_amount: { title: 'Received (Rs)', kind: 'number', group: 'Order', about: 'As imports of payments say' },
  consignee_name: { title: 'Customer', kind: 'text', group: 'Customer' },
  consignee_phone: { title: 'Phone', kind: 'text', group: 'Customer' },
  consignee_phone2: { title: 'Phone 2', kind: 'text', group: 'Customer' },
  consignee_phone3: { title: 'Phone 3', kind: 'text', group: 'Customer' },
  consignee_email: { title: 'Email', kind: 'text', group: 'Customer' },
  consignee_address: { title: 'Address', kind: 'text', group: 'Customer' },
  city: { title: 'City as written', kind: 'text', group: 'Customer', about: 'By the customer' },
  destination_city: { title: 'Destination city', kind: 'text', group: 'Customer', about: 'As the courier has it' },
  products_list: { title: 'Products', kind: 'text', group: 'Order' },
  pieces: { title: 'Pieces', kind: 'number', group: 'Parcel' },
  weight: { title: 'Weight (g)', kind: 'number', group: 'Parcel' },
  remarks: { title: 'Remarks', kind: 'text', group: 'Order' },
  booking_date: { title: 'Booked', kind: 'date', group: 'Status and dates' },
  delivered_date: { title: 'Delivered', kind: 'date', group: 'Status and dates' },
  cancelled_date: { title: 'Cancelled', kind: 'date', group: 'Status and dates' },
  expected_date: { title: 'Expected', kind: 'date', group: 'Status and dates' },
  days: {
    title: 'Days',
    kind: 'number',
    group: 'Status and dates',
    about: 'From booking to its end, or until now while under way. Empty if you added the parcel after its end',
  },
  booked_by: { title: 'Booked by', kind: 'text', group: 'Parcel', about: 'The tag of who booked it' },
  tag: { title: 'Tag', kind: 'text', group: 'Order' },
  reference: { title: 'Reference', kind: 'text', group: 'Parcel', about: 'Our name for it at the courier' },
  tracking_link: { title: 'Tracking page', kind: 'text', group: 'Parcel', about: 'The page for the customer' },
};

/** What the orders page shows; for who has not chosen yet. */
export const defaultColumns: readonly ExportColumn[] = [
  'order_name',
  'tracking_number',
  'courier',
  'status',
  'payment_status',
  'cod',
  'consignee_name',
  'consignee_phone',
  'destination_city',
  'booking_date',
  'delivered_date',
  'booked_by',
];
