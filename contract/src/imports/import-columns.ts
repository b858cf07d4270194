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
  'cod_amount',
  'paid_date',
  'reference',
]);
export type ImportField = z.infer<typeof ImportField>;

type FieldOfKind = { readonly field: ImportField; readonly label: string; readonly required: boolean };

/** How sentences name a field. */
export const fieldName: Record<ImportField, string> = {
  order_name: 'order',
  tracking_number: 'tracking number',
  company: 'courier',
  payment_status: 'payment status',
  amount: 'amount paid',
  cod_amount: 'COD amount',
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
    field('cod_amount', 'COD amount'),
    field('amount', 'Amount paid'),
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
 * Headings by which a column is known, letters and digits only, in groups: the first group of which a file has a heading
 * decides. Two columns of that group are a question to the person. Sources: the couriers' own reports
 * (docs/contracts, "Payments"), the store's export, and what people write.
 * A bare `date` is mostly that of the booking, and an invoice's date and number are those of the charges.
 */
const headingsOf: Record<ImportField, readonly (readonly string[])[]> = {
  tracking_number: [
    [
      ...['trackingnumber', 'trackingno', 'trackingnum', 'trackingid', 'trackingcode', 'tracking', 'trackno'],
      'tracknumber',
    ],
    [
      ...['consignmentnumber', 'consignmentno', 'consignmentid', 'consignment', 'cnbycourier', 'cnsgno', 'cnnumber'],
      ...['cnno', 'cn', 'lcscn', 'bookedpacketcn', 'bookedpacketno'],
    ],
    ['airwaybill', 'airwaybillno', 'waybill', 'waybillno', 'awb', 'awbno'],
    ['shipmentnumber', 'shipmentno', 'parcelnumber', 'parcelno', 'parcelid', 'packetno'],
  ],
  order_name: [
    ['ordername', 'ordernumber', 'orderno', 'order', 'shopifyorder', 'storeorder'],
    ['orderrefnumber', 'orderrefno', 'orderref', 'orderreference', 'custref', 'customerreference'],
    // An order id is the store's or the courier's, and a name the order's or the customer's.
    ['orderid', 'name'],
    ['reference', 'refno'],
  ],
  company: [
    ['courier', 'couriername', 'couriercompany', 'trackingcompany', 'shippingcompany', 'carrier', 'deliverycompany'],
    ['company', 'trackingaccount', 'logistics'],
  ],
  payment_status: [
    [
      ...['paymentstatus', 'paystatus', 'paymentstate', 'settlementstatus', 'settled', 'settle', 'paid', 'ispaid'],
      'codstatus',
    ],
    ['rrstatus', 'payment'],
    ['status'],
  ],
  amount: [
    [
      ...['amountpaid', 'paidamount', 'codamountpaid', 'codpaid', 'amountreceived', 'receivedamount', 'receiptamount'],
      ...['paymentamount', 'remittedamount', 'amountremitted', 'settledamount', 'payoutamount'],
    ],
    ['netpayable', 'netamount', 'netpaid', 'netpayment', 'rrpayable', 'rramount', 'payable'],
    ['amount'],
  ],
  cod_amount: [
    [
      ...['codamount', 'cod', 'codvalue', 'collectamount', 'bookedpacketcollectamount', 'amounttocollect'],
      ...['codcollected', 'collectedamount', 'amountcollected', 'invoicepayment'],
    ],
  ],
  paid_date: [
    ['paymentdate', 'paiddate', 'datepaid', 'paidon'],
    ['settlementdate', 'transferdate'],
    ['invoicechequedate', 'chequedate', 'cprdate', 'cpr1date'],
  ],
  reference: [
    ['paymentreference', 'cpr', 'cprno', 'cprnumber', 'cpr1', 'cprnumber1', 'invoicechequeno', 'chequeno'],
    ['paymentid', 'paymentno', 'paymentnumber'],
    ['instrumentnumber'],
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
const headingKey = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Which column of a file holds which field. */
export type ColumnsOf = Readonly<Partial<Record<ImportField, number>>>;

/** The kind of a file and its columns as a short text, to see whether rows were made of other columns. */
export const columnsText = (kind: ImportKind, columns: ColumnsOf): string =>
  [
    kind,
    ...ImportField.options.flatMap((name) => (columns[name] === undefined ? [] : `${name}=${columns[name]}`)),
  ].join(' ');

/** The columns of a file by its headings, and the fields for which a person has to choose one of several columns. */
export type RecognisedColumns = {
  readonly columns: ColumnsOf;
  readonly unclear: Readonly<Partial<Record<ImportField, readonly number[]>>>;
};

/** Each column serves one field. Required fields choose first. */
export function recogniseColumns(kind: ImportKind, headings: readonly string[]): RecognisedColumns {
  const keys = headings.map(headingKey);
  const taken = new Set<number>();
  const columns: Partial<Record<ImportField, number>> = {};
  const unclear: Partial<Record<ImportField, readonly number[]>> = {};
  const byNeed = fieldsOf[kind].toSorted((a, b) => Number(b.required) - Number(a.required));
  for (const { field: name } of byNeed) {
    const found = headingsOf[name]
      .map((group) => [...keys.keys()].filter((at) => !taken.has(at) && group.includes(keys[at] ?? '')))
      .find((group) => group.length > 0);
    if (!found) continue;
    const [only, second] = found;
    if (only !== undefined && second === undefined) columns[name] = only;
    else unclear[name] = found;
    for (const column of found) taken.add(column);
  }
  return { columns, unclear };
}

/** The fields for which a person still has to choose a column: required ones without, and those with several. */
export const fieldsToChoose = (kind: ImportKind, { columns, unclear }: RecognisedColumns): FieldOfKind[] =>
  fieldsOf[kind].filter((one) => columns[one.field] === undefined && (one.required || unclear[one.field]));

/** Whether a column with this heading says if a parcel is paid. `status` alone may be that of the delivery. */
export function isPaymentStatusHeading(heading: string): boolean {
  const key = headingKey(heading);
  return key !== 'status' && headingsOf.payment_status.some((group) => group.includes(key));
}

/** The courier that uses these headings in its statements, if that is clear. */
export function courierOfStatement(headings: readonly string[]): Company | undefined {
  const keys = new Set(headings.map(headingKey));
  return signs.find(([, names]) => names.some((name) => keys.has(name)))?.[0];
}

/** The fields for which a row of headings has a column, or several. */
export function recognisedFields(kind: ImportKind, headings: readonly string[]): ImportField[] {
  const { columns, unclear } = recogniseColumns(kind, headings);
  return ImportField.options.filter((name) => columns[name] !== undefined || unclear[name] !== undefined);
}

const headingRowsAtMost = 25;

/**
 * The row that holds the headings: the one with the most recognised columns among the first rows, for statements begin
 * with titles and addresses. Undefined: none has any.
 */
export function headingRowOf(kind: ImportKind, rows: readonly (readonly string[])[]): number | undefined {
  let best: { at: number; known: number } | undefined;
  for (const [at, row] of rows.slice(0, headingRowsAtMost).entries()) {
    const found = recognisedFields(kind, row);
    const known = found.length;
    if (!found.includes('tracking_number') && !found.includes('order_name')) continue;
    if (known > (best?.known ?? 0)) best = { at, known };
  }
  return best?.at;
}
