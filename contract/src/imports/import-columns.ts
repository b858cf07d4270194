import * as z from 'zod';
import type { Company } from '../values/companies.ts';

/** What a CSV file is about. */
export const ImportKind = z.enum(['payment-status', 'payment-statement', 'fulfilment']);
export type ImportKind = z.infer<typeof ImportKind>;

export const ImportField = z.enum([
  'order_name',
  'tracking_number',
  'company',
  'payment_status',
  'amount',
  'paid_date',
  'reference',
]);
export type ImportField = z.infer<typeof ImportField>;

export type FieldOfKind = { readonly field: ImportField; readonly label: string; readonly required: boolean };

/** How sentences name a field. */
export const fieldName: Record<ImportField, string> = {
  order_name: 'order',
  tracking_number: 'tracking number',
  company: 'courier',
  payment_status: 'payment status',
  amount: 'amount',
  paid_date: 'payment date',
  reference: 'payment reference',
};

const field = (name: ImportField, label: string, required = false): FieldOfKind => ({ field: name, label, required });

/** The columns that a kind of file has, in the order of its template. */
export const fieldsOf: Record<ImportKind, readonly FieldOfKind[]> = {
  'payment-status': [
    field('tracking_number', 'Tracking number', true),
    field('payment_status', 'Payment status', true),
    field('company', 'Courier'),
  ],
  'payment-statement': [
    field('tracking_number', 'Tracking number', true),
    field('amount', 'COD amount'),
    field('payment_status', 'Payment status'),
    field('paid_date', 'Payment date'),
    field('reference', 'Payment reference'),
  ],
  fulfilment: [
    field('order_name', 'Order', true),
    field('tracking_number', 'Tracking number', true),
    field('company', 'Courier', true),
  ],
};

/**
 * Headings by which a column is known, letters and digits only; the first that a file has wins. Sources: the couriers'
 * own reports (couriers/leopard.md 8, mnp.md 7, tcs.md 7, postex.md 2.14), the store's export, and what people write.
 * A bare `date` is mostly that of the booking, an invoice's that of the charges; a payment's date tells paid from delivered.
 */
const headingsOf: Record<ImportField, readonly string[]> = {
  tracking_number: [
    ...['trackingnumber', 'trackingno', 'trackingnum', 'trackingid', 'trackingcode', 'tracking', 'trackno'],
    ...['consignmentnumber', 'consignmentno', 'consignmentid', 'consignment', 'cnbycourier', 'cnsgno', 'cnnumber'],
    ...['cnno', 'cn', 'lcscn', 'bookedpacketcn', 'bookedpacketno', 'airwaybill', 'airwaybillno', 'waybill'],
    ...[
      'tracknumber',
      'waybillno',
      'awb',
      'awbno',
      'shipmentnumber',
      'shipmentno',
      'parcelnumber',
      'parcelno',
      'parcelid',
      'packetno',
    ],
  ],
  order_name: [
    ...['ordername', 'ordernumber', 'orderno', 'orderrefnumber', 'orderrefno', 'orderref', 'orderreference', 'order'],
    ...['orderid', 'shopifyorder', 'storeorder', 'custref', 'customerreference', 'name', 'reference', 'refno'],
  ],
  company: [
    ...['courier', 'couriername', 'couriercompany', 'trackingcompany', 'shippingcompany', 'carrier', 'company'],
    ...['trackingaccount', 'deliverycompany', 'logistics'],
  ],
  payment_status: [
    ...['paymentstatus', 'paystatus', 'paymentstate', 'settlementstatus', 'settled', 'settle', 'rrstatus', 'paid'],
    ...['ispaid', 'payment', 'status'],
  ],
  amount: [
    ...['codamount', 'cod', 'codcollected', 'codvalue', 'collectamount', 'collectedamount', 'amountcollected'],
    ...['bookedpacketcollectamount', 'invoicepayment', 'receiptamount', 'amountpaid', 'paidamount', 'amountreceived'],
    ...['amount', 'invoiceamount', 'rrpayable', 'rramount', 'payable', 'netpayable', 'netamount'],
  ],
  paid_date: [
    ...['paymentdate', 'paiddate', 'datepaid', 'paidon', 'settlementdate', 'invoicechequedate', 'chequedate'],
    ...['cprdate', 'cpr1date', 'reservepaymentdate', 'transferdate'],
  ],
  reference: [
    ...['paymentreference', 'cpr', 'cprno', 'cprnumber', 'cpr1', 'cprnumber1', 'invoicechequeno', 'chequeno'],
    ...['paymentid', 'instrumentnumber', 'transactionid', 'invoiceno', 'invoicenumber', 'invoice'],
  ],
};

/** Headings that only one courier's statements have. */
const signs: readonly (readonly [Company, readonly string[]])[] = [
  ['POSTEX', ['cpr', 'cprno', 'cprnumber', 'cpr1', 'cprnumber1', 'cpr1date', 'invoicepayment', 'reservepaymentdate']],
  [
    'LEOPARD',
    [
      ...['bookedpacketcn', 'invoicechequeno', 'invoicechequedate', 'bookedpacketcollectamount', 'lcscn'],
      ...['bookedpacketstatus', 'bookedpacketorderid', 'bookedpacketweight'],
    ],
  ],
  ['MNP', ['rrstatus', 'rrpayable', 'rramount', 'receiptamount']],
  ['TCS', ['cnbycourier', 'cnsgno', 'osacharges', 'whgst', 'codamountpaid']],
];

/** `Tracking #` and `tracking_no.` are the same heading. */
export const headingKey = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Which column of a file holds which field. */
export type ColumnsOf = Readonly<Partial<Record<ImportField, number>>>;

/** The columns of a file by its headings; each column serves one field, required ones choose first. */
export function recogniseColumns(kind: ImportKind, headings: readonly string[]): ColumnsOf {
  const keys = headings.map(headingKey);
  const taken = new Set<number>();
  const columns: Partial<Record<ImportField, number>> = {};
  const byNeed = fieldsOf[kind].toSorted((a, b) => Number(b.required) - Number(a.required));
  for (const { field: name } of byNeed) {
    const column = headingsOf[name].map((key) => keys.indexOf(key)).find((at) => at >= 0 && !taken.has(at));
    if (column === undefined) continue;
    columns[name] = column;
    taken.add(column);
  }
  return columns;
}

export const missingFields = (kind: ImportKind, columns: ColumnsOf): FieldOfKind[] =>
  fieldsOf[kind].filter((one) => one.required && columns[one.field] === undefined);

/** The courier that uses these headings in its statements, if that is clear. */
export function courierOfStatement(headings: readonly string[]): Company | undefined {
  const keys = new Set(headings.map(headingKey));
  return signs.find(([, names]) => names.some((name) => keys.has(name)))?.[0];
}

const headingRowsAtMost = 25;

/**
 * The row that holds the headings: the one with the most recognised columns among the first rows, for statements begin
 * with titles and addresses. Undefined: none has any.
 */
export function headingRowOf(kind: ImportKind, rows: readonly (readonly string[])[]): number | undefined {
  let best: { at: number; known: number } | undefined;
  for (const [at, row] of rows.slice(0, headingRowsAtMost).entries()) {
    const columns = recogniseColumns(kind, row);
    const known = Object.keys(columns).length;
    if (columns.tracking_number === undefined && columns.order_name === undefined) continue;
    if (known > (best?.known ?? 0)) best = { at, known };
  }
  return best?.at;
}
