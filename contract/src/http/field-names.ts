/**
 * What people call the fields of requests, for error messages. Names that read well as they are written (`weight_from`:
 * "Weight from") are not listed.
 */
const names: Readonly<Record<string, string>> = {
  accept: 'Confirmed issues',
  account_id: 'Courier account',
  account_no: 'Account number',
  api_key: 'API key',
  api_password: 'API password',
  access_scopes: 'Scopes',
  all: 'All orders',
  bom: 'Excel marker',
  booked: 'Booked in',
  bookedBy: 'Booked by',
  bookingDateFrom: 'Booked from',
  bookingDateTo: 'Booked until',
  bookingfrom: 'Booked from',
  bookingto: 'Booked until',
  cod_amount: 'COD amount',
  cod_without_shipping: 'COD without shipping',
  consignee_phone2: 'Consignee phone 2',
  consignee_phone3: 'Consignee phone 3',
  cost_center_code: 'Cost centre code',
  customer_no: 'Customer number',
  delivered: 'Delivered in',
  deliveredDateFrom: 'Delivered from',
  deliveredDateTo: 'Delivered until',
  deliveredfrom: 'Delivered from',
  deliveredto: 'Delivered until',
  dest: 'City',
  dir: 'Sort direction',
  dismiss: 'Case',
  except: 'Left out parcels',
  fallback: 'Otherwise use',
  ids: 'Ids',
  in_active: 'Inactive',
  keep_late: 'Tracking number to keep',
  cancel_late: 'Tracking number to cancel',
  kind: 'Type',
  line: 'Line number',
  line_id: 'Order line',
  limit: 'Rows per page',
  logoutFromAllDevices: 'Logout from all devices',
  location_id: 'Pickup location',
  matching: 'Filters',
  op: 'Days comparison',
  orderId: 'Order',
  order_id: 'Order',
  order_ids: 'Orders',
  ordersData: 'Rows',
  ordersIdsArray: 'Orders',
  phone_num: 'Phone',
  query: 'Search',
  row_ids: 'Rows',
  rts_tag: 'RTS tag',
  set: 'Changes',
  shipment_id: 'Shipper id',
  shipment_ids: 'Parcels',
  since: 'Cursor',
  stored: 'Stored only',
  take: 'What to keep',
  tcs_account_id: 'TCS account',
  ticket: 'Download ticket',
  tracking_account: 'Courier account',
  track: 'Tracking number',
};

/** What people call a field of a request: `cod_amount` is "COD amount", `products_list` is "Products list". */
export function nameOfField(field: string): string {
  if (Object.hasOwn(names, field)) return names[field] ?? field;
  const words = field
    .slice(0, 60)
    .toWellFormed()
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
