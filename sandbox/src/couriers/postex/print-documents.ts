import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed, pdf } from '../http/answer.ts';
import type { Consignment } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import { commaList, text, texts } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import { withScan } from '../parcels/scan.ts';
import { printPdf, labelOf } from '../parcels/label-pdf.ts';
import type { MerchantRequest } from './envelope.ts';
import { refused } from './envelope.ts';
import { orderOf } from './track-orders.ts';

/** The documentation says 10; the service accepts 100. */
const maxLabels = 100;
/** A label exists some seconds after the booking; until then the PDF leaves it out without an error. */
const labelAfterMs = 4000;

export async function airwayBills(context: SandboxContext, { account, query }: MerchantRequest): Promise<Answer> {
  const numbers = commaList(text(query, 'trackingNumbers'));
  if (numbers.length > maxLabels)
    return malformed('too many trackingNumbers', refused('400', 'TOO MANY TRACKING NUMBERS'));
  const parcels: Consignment[] = [];
  for (const number of numbers) {
    const parcel = orderOf(context, account, number);
    if (!parcel) return refused('404', `Order not found with tracking Number : ${number}`);
    parcels.push(parcel);
  }
  const ready = parcels.filter((parcel) => context.now().getTime() - Date.parse(parcel.booked_at) >= labelAfterMs);
  if (ready.length === 0) return refused('404', `Order not found with tracking Number : ${numbers.join(',')}`);
  return pdf(
    await printPdf(
      ready.map((parcel) => labelOf(parcel, 'PostEx')),
      'A4',
    ),
  );
}

/** docs/contracts/postex.md, "Load sheets": the hand-over, which makes unbooked orders booked. */
export async function loadSheet(context: SandboxContext, { account, body }: MerchantRequest): Promise<Answer> {
  const numbers = texts(body, 'trackingNumbers');
  if (!numbers || numbers.length === 0)
    return malformed('no trackingNumbers', refused('400', 'TRACKING NUMBERS ARE REQUIRED'));
  const parcels: Consignment[] = [];
  for (const number of numbers) {
    const parcel = orderOf(context, account, number);
    if (!parcel) return refused('404', `Order not found with tracking Number : ${number}`);
    if (parcel.stage !== 'booked') return refused('400', `ORDER ${number} IS NOT UNBOOKED`, 200);
    parcels.push(parcel);
  }
  for (const parcel of parcels) consignmentBook(context).save(withHandover(parcel, context.now()));
  const lines = parcels.map((parcel): [string, string] => [
    parcel.tracking_number,
    `${parcel.reference}, ${parcel.consignee.name}, ${parcel.destination_city}, Rs ${parcel.cod}`,
  ]);
  return pdf(await printPdf([{ title: `PostEx load sheet, ${account.merchantName}`, lines }], 'A4'));
}

function withHandover(parcel: Consignment, at: Date): Consignment {
  const [booked] = lifeCycleOf('POSTEX').forward;
  const moved = parcel.state === 0 && booked ? { ...withScan(parcel, booked, at), state: 1 } : parcel;
  return { ...moved, load_sheet: at.toISOString() };
}
