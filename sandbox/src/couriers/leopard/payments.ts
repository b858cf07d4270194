import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { commaList, text } from '../http/fields.ts';
import { pakistanDay } from '../../core/pakistan-time.ts';
import type { LeopardAccount } from './accounts.ts';
import { refused } from './envelope.ts';

const maxNumbers = 50;

/** docs/contracts/leopards.md, "Payments"; with nothing paid yet, `status` is 0 although the list is filled. */
export function paymentDetails(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const parcels = findParcels(context, account, fields);
  if (typeof parcels === 'string') return malformed(parcels, refused(parcels, 'payment_list'));
  const anyPaid = parcels.some((parcel) => parcel.paid_at);
  return json({
    status: anyPaid ? 1 : 0,
    error: anyPaid ? '0' : 'No payment found',
    payment_list: parcels.map((parcel) => ({
      booked_packet_cn: parcel.tracking_number,
      billing_method: 'COD',
      status: parcel.paid_at ? 'Paid' : 'Unpaid',
      invoice_cheque_no: parcel.paid_at ? invoiceNumber(parcel.paid_at) : '',
      invoice_cheque_date: parcel.paid_at ? pakistanDay(parcel.paid_at) : '',
      payment_method: parcel.paid_at ? 'IBFT' : '',
      message: '',
      slip_link: parcel.paid_at ? `${context.publicUrl}/leopard/slip/${parcel.tracking_number}` : '',
    })),
  });
}

export function shippingCharges(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer {
  const parcels = findParcels(context, account, fields);
  if (typeof parcels === 'string') return malformed(parcels, refused(parcels, 'data'));
  return json({ status: 1, error: '0', data: parcels.map(chargesOf) });
}

/** COD is remitted per invoice; here one a day. */
const invoiceNumber = (paidAt: string): string => `CPR-${pakistanDay(paidAt).replaceAll('-', '')}`;

function findParcels(context: SandboxContext, account: LeopardAccount, fields: Fields): Consignment[] | string {
  const numbers = commaList(text(fields, 'cn_numbers'));
  if (numbers.length === 0) return 'CN required';
  if (numbers.length > maxNumbers) return `Maximum ${maxNumbers} CN allowed`;
  return numbers
    .flatMap((number) => consignmentBook(context).find('LEOPARD', number) ?? [])
    .filter((parcel) => parcel.account === account.api_key);
}

function chargesOf(parcel: Consignment) {
  const shipment = 180 + 60 * Math.max(0, Math.ceil(parcel.weight_grams / 1000) - 1);
  const back = parcel.stage === 'returned' ? shipment / 2 : 0;
  const fuel = shipment * 0.2;
  const gst = (shipment + back + fuel) * 0.16;
  return {
    cn_number: parcel.tracking_number,
    billing_method: 'COD',
    invoice_cheque_no: parcel.paid_at ? invoiceNumber(parcel.paid_at) : '',
    invoice_cheque_date: parcel.paid_at ? pakistanDay(parcel.paid_at) : '',
    weight_charged: String(parcel.weight_grams),
    shipment_charges: shipment.toFixed(2),
    cash_handling_charges: '0.00',
    return_charges: back.toFixed(2),
    insurance_charges: '0.00',
    fuel_surcharge_percentage: '20.00',
    fuel_surcharge_amount: fuel.toFixed(2),
    gst: '16.00',
    gst_amount: gst.toFixed(2),
    booked_packet_collect_amount: String(parcel.cod),
    billed_charges: (shipment + back).toFixed(2),
    old_invoice_no: '',
    net_charges: (shipment + back + fuel).toFixed(2),
    gross_charges: (shipment + back + fuel + gst).toFixed(2),
  };
}
